import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { identifyBrowser } from '#src/features/auth/sign-in/browser-id.server.ts'
import { renderIpLimitPage } from '#src/features/auth/sign-in/sign-in-pages.server.ts'
import { safeReturnTo } from '#src/features/auth/sign-in/sign-in-path.ts'
import { clientIpKey, rateLimitNetworks } from '#src/server/http/client-ip.server.ts'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import { limitMultiplier, tooManyRequestsMessage } from '#src/server/overload/rate-limit.server.ts'
import type { IpLimit } from '#src/server/routes/route-policy.server.ts'

const MINUTE_MS = 60_000
/** The least recently seen addresses are dropped beyond this number, so that a flood cannot fill the memory. */
const REMEMBERED = 50_000

const PER_MINUTE: Record<IpLimit, number> = {
  webhooks: 600,
  'current-user': 120,
  // Separate, so that other traffic of an address never blocks checkout.
  buying: 300,
  calls: 300,
  // A first visit loads fifty files, and visitors of a mobile network share an address.
  files: 3000,
  pages: 600,
  // Of unknown browsers; known ones have a counter each, and one together.
  'sign-in': 120,
  'sign-in-pages': 600,
}
const SIGN_IN_OF_ONE = 10
const SIGN_IN_OF_KNOWN = 600

type LimiterOptions = { https: boolean; now?: () => number }
type Limited = { requestId: string; ipLimit: IpLimit }
type Window = { count: number; endsAt: number }

/** Rejects an address that sends too many requests; true if it answered. Counts in memory, cheaper than a query. */
export function createIpRateLimiter({ https, now = Date.now }: LimiterOptions) {
  const windows = new LRUCache<string, Window>({ max: REMEMBERED })
  const headers = uncachedDataHeaders({ https })

  /** Requests rejected for their address do not count for its network. */
  function secondsToWait(request: IncomingMessage, ipLimit: IpLimit): number | undefined {
    const known = ipLimit === 'sign-in' ? identifyBrowser(request.headers.cookie) : undefined
    const ownWait = known && count(`sign-in-of ${known}`, SIGN_IN_OF_ONE)
    if (ownWait) return ownWait
    const [name, perMinute] = known ? ['sign-in-known', SIGN_IN_OF_KNOWN] : [ipLimit, PER_MINUTE[ipLimit]]
    const forwardedFor = request.headers['x-forwarded-for']
    const address = clientIpKey(request.socket.remoteAddress, forwardedFor && String(forwardedFor))
    for (const { network, share } of rateLimitNetworks(address)) {
      const wait = count(`${name} ${network}`, perMinute * share)
      if (wait !== undefined) return wait
    }
    return undefined
  }

  function count(key: string, perMinute: number): number | undefined {
    const at = now()
    const running = windows.get(key)
    const window = running && running.endsAt > at ? running : { count: 0, endsAt: at + MINUTE_MS }
    window.count += 1
    if (window !== running) windows.set(key, window)
    return window.count > perMinute ? Math.ceil((window.endsAt - at) / 1000) : undefined
  }

  return (request: IncomingMessage, response: ServerResponse, { requestId, ipLimit }: Limited): boolean => {
    if (limitMultiplier() > 1) return false
    const wait = secondsToWait(request, ipLimit)
    if (wait === undefined) return false
    response.setHeader('X-Request-Id', requestId)
    response.statusCode = 429
    response.setHeaders(new Map(Object.entries({ ...headers, 'retry-after': String(wait) })))
    if (ipLimit === 'sign-in' || ipLimit === 'sign-in-pages') void sendCrowded(request, response, wait)
    else response.end(JSON.stringify({ message: tooManyRequestsMessage(wait) }))
    return true
  }
}

/** Forms are answered with a page, because no script reads the response. */
async function sendCrowded(request: IncomingMessage, response: ServerResponse, wait: number): Promise<void> {
  const returnTo = new URLSearchParams(request.url?.replace(/^[^?]*/, '')).get('returnTo') ?? undefined
  const page = await renderIpLimitPage(
    { message: tooManyRequestsMessage(wait), returnTo: safeReturnTo(returnTo) },
    wait,
  )
  response.setHeaders(page.headers)
  response.end(await page.text())
}
