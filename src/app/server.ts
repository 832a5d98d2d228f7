import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { Hono } from 'hono'
import { blockUntilOpened } from '#src/app/opening/opening-gate.server.ts'
import { isOfClosedShop, withPreviewBanner } from '#src/app/opening/preview-banner.server.ts'
import { isCacheableRoute } from '#src/app/pages/cacheable-routes.ts'
import { deferScripts } from '#src/app/pages/defer-scripts.server.ts'
import { renderPublicPage, sendPage } from '#src/app/pages/page-response.server.ts'
import { bounceCrossSiteNavigation } from '#src/app/pages/samesite-bounce.server.ts'
import { createPublicResponse, readCached, serveCached } from '#src/app/pages/serve-cached.server.ts'
import { ogImageRoutes } from '#src/app/seo/og-image-routes.server.ts'
import { seoRoutes } from '#src/app/seo/seo-routes.server.ts'
import { isValidSession } from '#src/features/auth/sessions/sessions.server.ts'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { renderToHtml } from '#src/server/render/render-to-html.server.tsx'
import { openObjectStorage, serveImage } from '#src/storage/image-storage.server.ts'
import { createApi } from './api.server.ts'
import { type AppContext, getAppContext } from './context.server.ts'
import { isUnreadQuery } from './unread-queries.server.ts'

const renderPage = createStartHandler((page) => {
  // It changes the page before React sees it, which the development server reports.
  if (!import.meta.env.DEV) deferScripts(page.router)
  return renderToHtml(page)
})

/** The app behind one fetch: the API below /api, pages elsewhere. */
export function createApp(shop: AppContext) {
  const api = createApi(shop)
  const ask = async (path: string) => api.request(path)
  setInProcessApi({
    fetch: (request) => api.fetch(request),
    readForAll: (path) => readCached(path, shop.responseCache, ask),
  })
  const server = new Hono()
  server.onError(handleError)
  server.use(blockUntilOpened({ db: shop.database.db, opening: shop.opening, https: shop.env.https }))
  const caching = { cache: shop.responseCache, isSession: (token: string) => isValidSession(shop.database.db, token) }
  // A client must see its own writes.
  server.use('/api/*', async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') await shop.cacheSynced()
  })
  server.get('/api/*', async (c, next) => {
    if (!isCacheableRoute(c.req.path)) return next()
    return (await serveCached(c, { ...caching, make: (path) => createPublicResponse(path, ask) })) ?? next()
  })
  server.route('/', api)
  // Not forwarded to the API: the body is already consumed.
  server.all('/api/*', (c) => c.json({ message: 'Not found.' }, 404))
  const storage = openObjectStorage(shop.env)
  server.get('/uploads/:file', (c) => serveImage(c, storage))
  server.route('/', ogImageRoutes({ db: shop.database.db, storage }))
  server.route('/', seoRoutes({ db: shop.database.db, cache: shop.responseCache, publicUrl: shop.env.PUBLIC_URL }))
  const pages = { render: renderPage, https: shop.env.https }
  const makePage = (path: string) => {
    const address = new URL(shop.env.PUBLIC_URL)
    address.pathname = path
    return renderPublicPage(address, pages)
  }
  // The framework would parse bodies of server functions, which this shop does not use.
  server.all('/_serverFn/*', (c) => c.json({ message: 'Not found.' }, 404))
  server.get('/admin/*', bounceCrossSiteNavigation)
  server.get(
    '*',
    async (c) =>
      (isOfClosedShop(c) ? undefined : await serveCached(c, { ...caching, make: makePage, isUnread: isUnreadQuery })) ??
      sendPage(c, withPreviewBanner(c, pages)),
  )
  return server
}

/** The entry of the development server; production starts at main.ts. */
const developmentServer = import.meta.env.DEV ? getAppContext().then(createApp) : undefined

// biome-ignore lint/style/noDefaultExport: Start loads its server entry as the default export.
export default createServerEntry({
  fetch: async (request) => (await developmentServer)?.fetch(request) ?? new Response(null, { status: 503 }),
})
