import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { Hono } from 'hono'
import { blockUntilOpened } from '#src/app/opening/opening-gate.server.ts'
import { isOfClosedShop, withPreviewBanner } from '#src/app/opening/preview-banner.server.ts'
import { deferScripts } from '#src/app/pages/defer-scripts.server.ts'
import { servePages } from '#src/app/pages/page-policies.server.ts'
import { bounceCrossSiteNavigation, renderPublicPage, sendPage } from '#src/app/pages/page-response.server.ts'
import { createPublicResponse, readCached, serveCached, toCacheKey } from '#src/app/pages/serve-cached.server.ts'
import { createSharedCalls } from '#src/app/pages/shared-calls.server.ts'
import { ogImageRoutes } from '#src/app/seo/og-image-routes.server.ts'
import { seoRoutes } from '#src/app/seo/seo-routes.server.ts'
import { userBlockOf } from '#src/features/auth/auth.queries.ts'
import { isValidSession } from '#src/features/auth/sessions/sessions.server.ts'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { acceptsProblem } from '#src/server/http/problem.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import { addSecurityHeaders } from '#src/server/http/security-headers.server.ts'
import { serveStaticFiles } from '#src/server/http/static-files.server.ts'
import { renderToHtml } from '#src/server/render/render-to-html.server.tsx'
import { sendNotFound } from '#src/server/routes/api-root.server.ts'
import {
  currentPolicy,
  FILE_POLICY,
  isSharedResponse,
  PUBLIC_POLICY,
  withPolicy,
} from '#src/server/routes/route-policy.server.ts'
import { openObjectStorage, serveImage } from '#src/storage/image-storage.server.ts'
import { createApi } from './api.server.ts'
import { type AppContext, getAppContext } from './context.server.ts'

const renderPage = createStartHandler((page) => {
  // It changes the page before React sees it, which the development server reports.
  if (!import.meta.env.DEV) deferScripts(page.router)
  return renderToHtml(page, userBlockOf(page.router.options.context.queryClient))
})

/** The app behind one fetch: files of the build (production only), the API below /api, pages elsewhere. */
export function createApp(shop: AppContext, clientFiles?: string) {
  const { db, read } = shop.database
  const { https } = shop.env
  const cache = shop.responseCache
  const api = createApi(shop)
  const calls = createSharedCalls(api)
  const publicCalls = { calls, ask: async (path: string) => api.request(path) }
  setInProcessApi({
    fetch: (request) => api.fetch(request),
    readForAll: (path) => readCached(path, { cache, ...publicCalls }),
  })
  const server = new Hono()
  server.onError(handleError)
  if (clientFiles !== undefined) {
    server.use(addSecurityHeaders({ https }))
    serveStaticFiles(server, clientFiles)
  }
  const gate = blockUntilOpened({ db, opening: shop.opening, https })
  server.use((c, next) => (shop.opening.isKnownOpen() ? next() : gate(c, next)))
  const isSession = async (token: string) => shop.sessionCache.find(token) !== undefined || isValidSession(db, token)
  const caching = { cache, isSession }
  // A client must see its own writes.
  server.use('/api/*', async (c, next) => {
    await next()
    if (!isRead(c.req)) await shop.cacheSynced()
  })
  server.get('/api/*', async (c, next) => {
    if (!isSharedResponse(currentPolicy(c)?.cache)) return next()
    const shared = await serveCached(c, { ...caching, make: (path) => createPublicResponse(path, publicCalls) })
    const isOwnProblem = shared && shared.status >= 400 && acceptsProblem(c.req.header('accept'))
    return shared && !isOwnProblem ? shared : next()
  })
  server.route('/', api)
  // Not forwarded to the API: the body is already consumed.
  server.all('/api/*', withPolicy(PUBLIC_POLICY), sendNotFound)
  const storage = openObjectStorage(shop.env)
  server.get('/uploads/:file{[\\w-]+\\.[a-z0-9]+}', withPolicy(FILE_POLICY), (c) => serveImage(c, storage))
  server.route('/', ogImageRoutes({ db, storage }))
  server.route('/', seoRoutes({ db, read, cache, publicUrl: shop.env.PUBLIC_URL }))
  // The framework would parse bodies of server functions, which this shop does not use.
  server.all('/_serverFn/*', withPolicy(PUBLIC_POLICY), sendNotFound)
  const pages = { render: renderPage, https, tagsOf: calls.tagsOf }
  const addressOf = (pathname: string) => Object.assign(new URL(shop.env.PUBLIC_URL), { pathname })
  const make = (path: string) => renderPublicPage(addressOf(path), pages)
  servePages(server, async (c, { policy, isUnread }) => {
    const bounced = policy.isForAdmins ? bounceCrossSiteNavigation(c) : undefined
    if (bounced) return bounced
    const isShared = policy.isShared && !isOfClosedShop(c)
    const shared = isShared
      ? await serveCached(c, { ...caching, make, isUnread: ({ search }) => isUnread(search) })
      : undefined
    if (shared) return shared
    const key = toCacheKey(new URL(c.req.url), ({ search }) => isUnread(search))
    const isUniform = isShared && policy.isUniform && !import.meta.env.DEV
    const forCustomer = isUniform && key ? await shop.customerPages.serve(c, addressOf(key), pages) : undefined
    return forCustomer ?? sendPage(c, withPreviewBanner(c, pages), policy)
  })
  return server
}

/** The entry of the development server; production starts at main.ts. */
const developmentServer = import.meta.env.DEV ? getAppContext().then((shop) => createApp(shop)) : undefined

// biome-ignore lint/style/noDefaultExport: Start loads its server entry as the default export.
export default createServerEntry({
  fetch: async (request) => (await developmentServer)?.fetch(request) ?? new Response(null, { status: 503 }),
})
