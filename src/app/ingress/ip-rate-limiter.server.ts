import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { RateLimitState } from '#src/core/domain-error.ts'
import { readTokenFromHeader } from '#src/features/auth/sessions/session-cookie.server.ts'
import { identifyBrowser } from '#src/features/auth/sign-in/browser-id.server.ts'
import { renderIpLimitPage } from '#src/features/auth/sign-in/sign-in-pages.server.ts'
import { safeReturnTo } from '#src/features/auth/sign-in/sign-in-path.ts'
import { clientIpKey, type Network, rateLimitNetworks } from '#src/server/http/client-ip.server.ts'
import { rateLimitHeaders } from '#src/server/http/problem.server.ts'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import { renderBusy } from '#src/server/overload/busy-page.server.ts'
import { limitMultiplier, tooManyRequestsMessage } from '#src/server/overload/rate-limit.server.ts'
import type { IpLimit } from '#src/server/routes/route-policy.server.ts'

const MINUTE_MS = 60_000
/** The least recently seen addresses are dropped beyond this number, so that a flood cannot fill the memory. */
const REMEMBERED = 50_000

const PER_MINUTE: Record<IpLimit, number> = {
  // A gateway reports every order from a few addresses.
  webhooks: 6000,
  'current-user': 120,
  // Separate, so that other traffic of an address never blocks checkout.
  buying: 300,
  'payment-status': 3000,
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
type Limited = { requestId: string; ipLimit: IpLimit; isCached?: boolean }
type Limit = Pick<RateLimitState, 'name' | 'max'>
type Window = { count: number; endsAt: number }

/** Programs that call read them and can slow down. */
const LIMITS_IN_HEADERS: ReadonlySet<IpLimit> = new Set([
  'webhooks',
  'current-user',
  'buying',
  'payment-status',
  'calls',
])

/** Rejects an address that sends too many requests; true if it answered. Counts in memory, cheaper than a query. */
export function createIpRateLimiter({ https, now = () => performance.now() }: LimiterOptions) {
  const addressWindows = new LRUCache<string, Window>({ max: REMEMBERED })
  // Apart, so that invented sessions drop no address.
  const sessionWindows = new LRUCache<string, Window>({ max: REMEMBERED })
  const headers = uncachedDataHeaders({ https })

  /** Returns the limit that is exceeded, or that of the address, which also a session has that is used from many. */
  function countRequest(request: IncomingMessage, { ipLimit, isCached }: Limited): RateLimitState {
    const ofSession = isCached ? undefined : countSession(request, ipLimit)
    if (ofSession && isOver(ofSession)) return ofSession
    const known = ipLimit === 'sign-in' ? identifyBrowser(request.headers.cookie) : undefined
    if (!known) return countAddress(request, { name: ipLimit, max: PER_MINUTE[ipLimit] })
    const ofBrowser = count(`sign-in-of ${known}`, { name: ipLimit, max: SIGN_IN_OF_ONE })
    return isOver(ofBrowser) ? ofBrowser : countAddress(request, { name: 'sign-in-known', max: SIGN_IN_OF_KNOWN })
  }

  /** Requests rejected for their address do not count for its network. */
  function countAddress(request: IncomingMessage, { name, max }: Limit): RateLimitState {
    const forwardedFor = request.headers['x-forwarded-for']
    const address = clientIpKey(request.socket.remoteAddress, forwardedFor && String(forwardedFor))
    const [own, wide] = rateLimitNetworks(address)
    const countIn = ({ network, share, suffix }: Network) =>
      count(`${name} ${network}`, { name: `${name}${suffix}`, max: max * share })
    const ofAddress = countIn(own)
    const ofNetwork = wide && !isOver(ofAddress) ? countIn(wide) : undefined
    return ofNetwork && isOver(ofNetwork) ? ofNetwork : ofAddress
  }

  function count(key: string, { name, max }: Limit, windows = addressWindows): RateLimitState {
    const at = now()
    const running = windows.get(key)
    const window = running && running.endsAt > at ? running : { count: 0, endsAt: at + MINUTE_MS }
    window.count += 1
    if (window !== running) windows.set(key, window)
    const resetSeconds = Math.ceil((window.endsAt - at) / 1000)
    return { name, max, perSeconds: MINUTE_MS / 1000, remaining: max - window.count, resetSeconds }
  }

  function countSession({ headers }: IncomingMessage, name: IpLimit): RateLimitState | undefined {
    const token = readTokenFromHeader(headers.cookie ?? '')
    return token === undefined ? undefined : count(`${name} ${token}`, { name, max: PER_MINUTE[name] }, sessionWindows)
  }

  return (request: IncomingMessage, response: ServerResponse, limited: Limited): boolean => {
    const { requestId, ipLimit, isCached } = limited
    if (limitMultiplier() > 1) return false
    const state = countRequest(request, limited)
    if (!isOver(state)) {
      if (LIMITS_IN_HEADERS.has(ipLimit) && !isCached)
        response.setHeaders(new Map(Object.entries(rateLimitHeaders(state))))
      return false
    }
    const { resetSeconds: wait } = state
    response.setHeader('X-Request-Id', requestId)
    response.statusCode = 429
    const shown = rateLimitHeaders({ ...state, remaining: 0 })
    response.setHeaders(new Map(Object.entries({ ...headers, ...shown, 'retry-after': String(wait) })))
    if (ipLimit === 'sign-in' || ipLimit === 'sign-in-pages') void sendCrowded(request, response, wait)
    else {
      const problem = { status: 429, code: 'too-many', message: tooManyRequestsMessage(wait) } as const
      const busy = renderBusy(request, { ...problem, canBePage: ipLimit === 'pages' })
      response.setHeaders(new Map(Object.entries(busy.headers)))
      response.end(busy.body)
    }
    return true
  }
}

const isOver = ({ remaining }: RateLimitState) => remaining < 0

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
