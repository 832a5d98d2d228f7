import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { EnvProblems } from '#src/platform/env.server.ts'
import { secured } from '#src/platform/security-headers.server.ts'
import { createFloodGate } from './flood-gate.server.ts'
import { isForEverybody } from './public-answers.server.ts'
import { createShopServer } from './server.ts'
import { runningShop, type Shop } from './shop.server.ts'

/** The built browser files lie beside the server's bundle. */
const CLIENT_FILES = path.resolve('dist/client')
const ONE_YEAR = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'
/** How long answers on their way may take once the process was told to stop. */
const LAST_ANSWERS_MS = 10_000

/** Who sends a request a letter at a time, or endless headers, is hung up on. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
}

/** The Node process: opens the shop, listens, and closes in order when it is told to stop. */
async function main() {
  const shop = await runningShop()
  const { env, database } = shop
  const server = listenerOf(shop).listen(env.PORT, env.HOST, () => {
    const { port } = server.address() as AddressInfo
    console.log(`${env.PUBLIC_URL} is open (${env.SHOP_MODE}, ${database.kind} database, port ${port})`)
  })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    shop.closing.abort()
    server.close(() => shop.close().then(() => process.exit(0)))
    hangUp(server)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** What is kept ready is sent at once: on the way through everything else it would cost twice as much. */
function listenerOf(shop: Shop): Server {
  const answer = getRequestListener(withFiles(shop).fetch, { hostname: shop.env.HOST })
  const turnsAway = createFloodGate({ https: shop.env.PUBLIC_URL.startsWith('https:') })
  const server = createServer(PATIENCE, (request, response) => {
    if (turnsAway(request, response)) return
    if (isForEverybody(request) && shop.kept.answer(request, response)) return
    void answer(request, response)
  })
  server.maxRequestsPerSocket = 1000
  return server
}

/** A browser that asks again on a line that it kept would hold the process for ever: what is idle is closed, again and again. */
function hangUp(server: Pick<Server, 'closeIdleConnections' | 'closeAllConnections'>): void {
  setInterval(() => server.closeIdleConnections(), 100)
  setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
}

function withFiles(shop: Shop) {
  const app = new Hono()
  app.use(secured({ https: shop.env.PUBLIC_URL.startsWith('https:') }))
  app.use('/assets/*', files(ONE_YEAR), async (c) => c.text('No such file.', 404))
  app.use('/:file{.+\\.[a-z0-9]+}', files(ONE_HOUR))
  const shopServer = createShopServer(shop)
  app.all('*', (c) => shopServer.fetch(c.req.raw, c.env))
  return app
}

const files = (cacheControl: string) =>
  serveStatic({
    root: path.relative(process.cwd(), CLIENT_FILES),
    precompressed: true,
    onFound: (_file, c) => {
      c.header('Cache-Control', cacheControl)
      // A drawing (SVG) that is opened as a document may wear its own styles, and run nothing.
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    },
  })

main().catch((error) => {
  const problems =
    error instanceof EnvProblems ? error.problems : [error instanceof Error ? error.message : String(error)]
  console.error(['The shop does not start:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  if (error instanceof Error && error.cause instanceof Error) console.error(`    (${error.cause.message})`)
  process.exit(1)
})
