import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type FileRouteTypes, routeTree } from '#src/app/route-tree.gen.ts'
import { parseAddress } from '#src/app/router.tsx'
import { ownPath } from '#src/server/http/path-normalization.server.ts'
import { sendProblem } from '#src/server/http/problem.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { sendNotFound } from '#src/server/routes/api-root.server.ts'
import {
  isSharedResponse,
  PUBLIC_POLICY,
  type RoutePolicy,
  withPolicy,
} from '#src/server/routes/route-policy.server.ts'
import type { RequestRoute } from '#src/server/routes/route-table.server.ts'
import { isAnonymous, toCacheKey } from './serve-cached.server.ts'

type PagePolicy = RoutePolicy & {
  isForAdmins: boolean
  isShared: boolean
  /** Whether pages of different customers differ only in who is signed in. */
  isUniform: boolean
  isIndexed: boolean
  /** Whether links to it are prefetched: only shared pages without side effects. */
  isPrefetched: boolean
  /** Whether other sites must not see its address as a referrer. */
  hidesAddress: boolean
}

const PAGE: PagePolicy = {
  ...PUBLIC_POLICY,
  ipLimit: 'pages',
  isForAdmins: false,
  isShared: true,
  isUniform: true,
  isIndexed: true,
  isPrefetched: false,
  hidesAddress: false,
}
const BROWSING: PagePolicy = { ...PAGE, isPrefetched: true }
const BUYING: PagePolicy = { ...PAGE, priority: 'checkout', isIndexed: false }
const PERSONAL: PagePolicy = { ...BUYING, isUniform: false, hidesAddress: true }
const ADMIN: PagePolicy = {
  ...PAGE,
  priority: 'admin',
  whileClosed: true,
  isForAdmins: true,
  isShared: false,
  isUniform: false,
  isIndexed: false,
}

const POLICIES: Record<FileRouteTypes['fullPaths'], PagePolicy> = {
  '/': BROWSING,
  '/start': PAGE,
  '/products': BROWSING,
  '/products/$category': BROWSING,
  '/product/$id': BROWSING,
  '/emotion-chocolates': PAGE,
  '/mood-tracker': PAGE,
  '/community-stories': BROWSING,
  '/traceability': PAGE,
  '/about': BROWSING,
  '/policies/$name': PAGE,
  '/contact': BROWSING,
  '/admin-login': { ...BUYING, whileClosed: true },
  '/admin': ADMIN,
  '/admin/payments': ADMIN,
  '/admin/custom-orders': ADMIN,
  '/cart': BUYING,
  '/checkout': PERSONAL,
  '/checkout/success': PERSONAL,
  '/orders': PERSONAL,
  '/login': BUYING,
}

/** An address without a page may be a mistyped personal one. */
const UNKNOWN: PagePolicy = { ...PAGE, isShared: false, isUniform: false, hidesAddress: true }

const readers = new Map(Object.values(routeTree.children ?? {}).map(({ options }) => [options.path, options]))

const paths = Object.keys(POLICIES) as (keyof typeof POLICIES)[]
export const PREFETCHED_PAGES = paths
  .filter((path) => POLICIES[path].isPrefetched)
  .map((path) => path.replace(/\$\w+/, '*'))

/** The shortest prefixes of the pages that search engines must not visit. */
export const UNINDEXED_PREFIXES = paths
  .filter((path) => !POLICIES[path].isIndexed)
  .filter((path, _, all) => !all.some((other) => other !== path && path.startsWith(other)))

/** The pages without parameters that search engines visit at their own address. */
export const INDEXED_PAGES = paths.filter(
  (path) => POLICIES[path].isIndexed && !path.includes('$') && readers.get(path)?.staticData?.canonical !== '/',
)

export type Page = {
  policy: PagePolicy
  /** Whether the page ignores a query, such as campaign parameters, so that it can share the cached response. */
  isUnread: (search: string) => boolean
}

function isUnread(path: string, search: string): boolean {
  const { validateSearch } = readers.get(path) ?? {}
  if (search === '' || validateSearch === undefined) return true
  return isDeepStrictEqual(validateSearch(parseAddress(search)), validateSearch({}))
}

const toRoutePath = (path: string) => path.replaceAll('$', ':')
const pathOfRoute = new Map(paths.map((path) => [toRoutePath(path), path]))

type PageRequest = Pick<IncomingMessage, 'url' | 'headers'>

/** The cache key of a response that visitors share, or customers; undefined if it is personal. */
export function cacheKeyOf({ path, policy }: RequestRoute, { url = '', headers }: PageRequest): string | undefined {
  const page = pathOfRoute.get(path)
  const { isShared, isUniform } = page ? POLICIES[page] : { isShared: isSharedResponse(policy.cache), isUniform: false }
  const address = (isAnonymous({ headers }) ? isShared : isUniform) ? URL.parse(url, 'http://shop.invalid') : null
  return address ? toCacheKey(address, page && (({ search }) => isUnread(page, search))) : undefined
}

type AnswerPage = (c: Context, page: Page) => Promise<Response> | Response

export function servePages(app: Hono, answer: AnswerPage): void {
  for (const path of paths) {
    const page = { policy: POLICIES[path], isUnread: (search: string) => isUnread(path, search) }
    // The router redirects a slash at the end.
    const spelling = toRoutePath(path)
    const spellings = spelling === '/' ? [spelling] : [spelling, `${spelling}/`]
    for (const one of spellings) app.all(one, withPolicy(page.policy)).get(one, (c) => answerReadable(c, page, answer))
  }
  app.all('*', withPolicy(UNKNOWN)).get('*', (c) => answerReadable(c, UNKNOWN_PAGE, answer))
  app.all('*', rejectMethod)
}

const UNKNOWN_PAGE: Page = { policy: UNKNOWN, isUnread: () => false }

function answerReadable(c: Context, wanted: Page, answer: AnswerPage): Promise<Response> | Response {
  const page = makeReadable(c, wanted)
  return page === UNKNOWN_PAGE && !isRendered(c) ? sendNotFound(c) : answer(c, page)
}

/** The condition of the framework, which answers 406 in its own words to others. */
const isRendered = (c: Context) => /(^|,)\s*(\*\/\*|text\/html)/.test(c.req.header('accept') || '*/*')

/** The router cannot decode a broken escape. With its percent signs escaped, the address is one without a page. */
function makeReadable(c: Context, page: Page): Page {
  const url = new URL(c.req.url)
  if (isDecodable(url.pathname)) return page
  url.pathname = url.pathname.replaceAll('%', '%25')
  c.req.raw = new Request(url, c.req.raw)
  return UNKNOWN_PAGE
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function rejectMethod(c: Context): Response | Promise<Response> {
  const [message, headers] = [`${c.req.method} is not allowed here.`, { Allow: 'GET, HEAD' }]
  if (!c.req.header('accept')?.includes('text/html'))
    return sendProblem(c, { status: 405, code: 'method-not-allowed', message, headers })
  const body = html`<h1>That did not work</h1><p>${message}</p><p><a href="${ownPath(c.req.path)}">Open the page</a></p>`
  return renderMessagePage({ title: 'That did not work', body, status: 405, headers })
}
