import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { identifyBrowser } from '#src/features/auth/sign-in/browser-id.server.ts'
import { renderIpLimitPage } from '#src/features/auth/sign-in/sign-in-pages.server.ts'
import { safeReturnTo } from '#src/features/auth/sign-in/sign-in-path.ts'
import { clientIpKey, rateLimitNetworks } from '#src/server/http/client-ip.server.ts'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import { isStaticFile } from '#src/server/http/static-files.server.ts'
import { limitMultiplier, tooManyRequestsMessage } from '#src/server/overload/rate-limit.server.ts'

const MINUTE_MS = 60_000
/** The least recently seen addresses are dropped beyond this number, so that a flood cannot fill the memory. */
const REMEMBERED = 50_000

/** Requests per minute and address: calls by the first path that matches, then files, then pages. */
const CALLS: readonly [name: string, path: RegExp, perMinute: number][] = [
  ['webhooks', /^\/api\/payments\/webhook\//, 600],
  ['who-am-i', /^\/api\/auth\/user$/, 120],
  // Separate, so that other traffic of an address never blocks checkout.
  ['buying', /^\/api\/(cart|payments|orders|quotes)(\/|$)/, 300],
  ['calls', /^\/api(\/|$)/, 300],
]
/** A first visit loads fifty files, and visitors of a mobile network share an address. */
const FILES = ['files', 3000] as const
const PAGES = ['pages', 600] as const
/** Sign-in forms: of unknown browsers, of each known browser, and of all known browsers together. */
const SIGN_IN = ['sign-in', 120] as const
const SIGN_IN_OF_ONE = 10
const SIGN_IN_OF_KNOWN = ['sign-in-known', 600] as const
/** HTML pages among the calls. */
const SIGN_IN_PAGES = /^\/api\/(login|logout)$/

type FileSet = ReadonlySet<string>

type FloodGate = {
  https: boolean
  files: FileSet
  refused?: (request: IncomingMessage) => void
  now?: () => number
}
type Window = { count: number; endsAt: number }

/**
 * Rejects an address that sends too many requests; true if it answered. Counts in memory, because cached pages are
 * cheaper than a query; writes are also counted in the database (`consumeLimit`).
 */
export function createIpRateLimiter({ https, files, refused = () => {}, now = Date.now }: FloodGate) {
  const windows = new LRUCache<string, Window>({ max: REMEMBERED })
  const headers = uncachedDataHeaders({ https })

  /** Requests rejected for their address do not count for its network. */
  function secondsToWait(request: IncomingMessage): number | undefined {
    const known = isSignIn(request) ? identifyBrowser(request.headers.cookie) : undefined
    const ownWait = known && count(`sign-in-of ${known}`, SIGN_IN_OF_ONE)
    if (ownWait) return ownWait
    const [name, perMinute] = known ? SIGN_IN_OF_KNOWN : limitOf(request, files)
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

  return (request: IncomingMessage, response: ServerResponse, requestId: string): boolean => {
    if (limitMultiplier() > 1) return false
    const wait = secondsToWait(request)
    if (wait === undefined) return false
    refused(request)
    response.setHeader('X-Request-Id', requestId)
    response.statusCode = 429
    response.setHeaders(new Map(Object.entries({ ...headers, 'retry-after': String(wait) })))
    if (SIGN_IN_PAGES.test(pathOf(request))) void sendCrowded(request, response, wait)
    else response.end(JSON.stringify({ message: tooManyRequestsMessage(wait) }))
    return true
  }
}

const pathOf = (request: IncomingMessage) => request.url?.split('?', 1)[0] ?? '/'

const isSignIn = (request: IncomingMessage) => request.method === 'POST' && pathOf(request) === '/api/login'

/** Forms are answered with a page, because no script reads the response. */
async function sendCrowded(request: IncomingMessage, response: ServerResponse, wait: number): Promise<void> {
  const returnTo = new URLSearchParams(request.url?.split('?', 2)[1]).get('returnTo') ?? undefined
  const page = await renderIpLimitPage(
    { message: tooManyRequestsMessage(wait), returnTo: safeReturnTo(returnTo) },
    wait,
  )
  response.setHeaders(page.headers)
  response.end(await page.text())
}

function limitOf(request: IncomingMessage, files: FileSet): readonly [name: string, perMinute: number] {
  const path = pathOf(request)
  if (SIGN_IN_PAGES.test(path)) return isSignIn(request) ? SIGN_IN : PAGES
  const call = CALLS.find(([, pattern]) => pattern.test(path))
  if (call) return [call[0], call[2]]
  return isStaticFile(path, files) ? FILES : PAGES
}
