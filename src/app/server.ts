import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { Hono } from 'hono'
import { isSession } from '#src/features/account/sessions.server.ts'
import { answerUnknownCall } from '#src/platform/api-router.server.ts'
import { answerError } from '#src/platform/http-errors.server.ts'
import { provideApi } from '#src/platform/in-process-api.server.ts'
import { answerPicture, openShelf } from '#src/platform/picture-shelf.server.ts'
import { createApi } from './api.server.ts'
import { arriveFromElsewhere } from './from-elsewhere.server.ts'
import { fetchScriptsLate } from './late-scripts.server.ts'
import { machinePages } from './machine-pages.server.ts'
import { keepShutUntilOpened } from './opening-gate.server.ts'
import { answerPage, makePublicPage } from './pages.server.ts'
import { isOfClosedShop, pagesFor } from './preview-ribbon.server.ts'
import { previewRoutes } from './previews.server.ts'
import { makePublicAnswer, readForAll, throughKept } from './public-answers.server.ts'
import { isPublicRead } from './public-reads.ts'
import { runningShop, type Shop } from './shop.server.ts'
import { isUnreadQuery } from './unread-queries.server.ts'
import { renderWhole } from './whole-page.server.tsx'

const renderPage = createStartHandler((page) => {
  // It marks the page before React has seen it, of which the development server would complain.
  if (!import.meta.env.DEV) fetchScriptsLate(page.router)
  return renderWhole(page)
})

/** The whole shop behind one fetch: calls under /api, everything else is a page. */
export function createShopServer(shop: Shop) {
  const api = createApi(shop)
  const ask = async (path: string) => api.request(path)
  provideApi({ fetch: (request) => api.fetch(request), readForAll: (path) => readForAll(path, shop.kept, ask) })
  const server = new Hono()
  server.onError(answerError)
  server.use(keepShutUntilOpened({ db: shop.database.db, opening: shop.opening, https: shop.env.https }))
  const keeping = { kept: shop.kept, isSession: (token: string) => isSession(shop.database.db, token) }
  // Whoever has changed something must not be shown it as it was.
  server.use('/api/*', async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') await shop.changesHeard()
  })
  server.get('/api/*', async (c, next) => {
    if (!isPublicRead(c.req.path)) return next()
    return (await throughKept(c, { ...keeping, make: (path) => makePublicAnswer(path, ask) })) ?? next()
  })
  server.route('/', api)
  // Not asked of the calls a second time: the body is read by now.
  server.all('/api/*', (c) => answerUnknownCall(api, c))
  const shelf = openShelf(shop.env)
  server.get('/uploads/:file', (c) => answerPicture(c, shelf))
  server.route('/', previewRoutes({ db: shop.database.db, shelf }))
  server.route('/', machinePages({ db: shop.database.db, kept: shop.kept, publicUrl: shop.env.PUBLIC_URL }))
  const pages = { render: renderPage, https: shop.env.https }
  const makePage = (path: string) => {
    const address = new URL(shop.env.PUBLIC_URL)
    address.pathname = path
    return makePublicPage(address, pages)
  }
  // The framework would read what strangers send to server functions, of which this shop has none.
  server.all('/_serverFn/*', (c) => c.json({ message: 'There is no such call.' }, 404))
  server.get('/admin/*', arriveFromElsewhere)
  server.get(
    '*',
    async (c) =>
      (isOfClosedShop(c) ? undefined : await throughKept(c, { ...keeping, make: makePage, isUnread: isUnreadQuery })) ??
      answerPage(c, pagesFor(c, pages)),
  )
  return server
}

/** The development server's entry; the built shop starts at main.ts. */
const developmentServer = import.meta.env.DEV ? runningShop().then(createShopServer) : undefined

// biome-ignore lint/style/noDefaultExport: Start loads its server entry as the default export.
export default createServerEntry({
  fetch: async (request) => (await developmentServer)?.fetch(request) ?? new Response(null, { status: 503 }),
})
