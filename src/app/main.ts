import { createServer, type Server } from 'node:http'
import { getCompileCacheDir } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createIpRateLimiter } from '#src/app/ingress/ip-rate-limiter.server.ts'
import { instrumentServer, startTracingIfConfigured } from '#src/app/ingress/observability.server.ts'
import { isAnonymousRead } from '#src/app/pages/serve-cached.server.ts'
import { sendCachedResponse } from '#src/server/cache/response-cache.server.ts'
import { InvalidEnvError, readEnv } from '#src/server/config/env.server.ts'
import { rejectNonCanonicalPath } from '#src/server/http/path-normalization.server.ts'
import { addSecurityHeaders } from '#src/server/http/security-headers.server.ts'
import { listStaticFiles } from '#src/server/http/static-files.server.ts'
import { SERVER_TIMEOUTS, trackConnections } from '#src/server/process/connection-limits.server.ts'
import { shutdownGracefully, shutdownNow } from '#src/server/process/graceful-shutdown.server.ts'
import { assertPortFree, listenReusePort, reusePortOptions, systemdSockets } from '#src/server/process/listen.server.ts'
import { enableJsonLog, flushLog, log } from '#src/server/telemetry/log.server.ts'
import type { Tracing } from '#src/server/telemetry/tracing.server.ts'
import { type AppContext, getAppContext } from './context.server.ts'
import { createApp } from './server.ts'

/** The built browser files lie beside the server's bundle. */
const CLIENT_FILES = path.resolve('dist/client')
const ONE_YEAR = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/** Who takes no more of an answer for so long is gone. The desk's news, which go on for ever, beat every 15 s. */
const SILENCE_MS = 120_000

/** The Node process: opens the shop, listens, and closes in order when it is told to stop. */
async function main() {
  const { LOG_LEVEL, OTEL_EXPORTER_OTLP_ENDPOINT, PORT, HOST } = readEnv(process.env)
  const sockets = systemdSockets(process.env)
  if (sockets.length === 0) await assertPortFree({ port: PORT, host: HOST })
  enableJsonLog(LOG_LEVEL)
  if (!getCompileCacheDir()) log.info('What is compiled cannot be kept, and starts take longer: see npm run compile')
  const tracing = await startTracingIfConfigured(OTEL_EXPORTER_OTLP_ENDPOINT)
  const shop = await getAppContext()
  const { env, database } = shop
  const { server, leave } = listenerOf(shop, tracing)
  const places = sockets.length > 0 ? sockets : reusePortOptions({ port: env.PORT, host: env.HOST })
  const listeners = listenReusePort(server, places, () => {
    const { port } = server.address() as AddressInfo
    console.log(`${env.PUBLIC_URL} is open (${env.SHOP_MODE}, ${database.kind} database, port ${port})`)
  })
  const stopWhen = async (left: Promise<void>) => {
    await left
    await shop.close()
    await tracing?.stop()
    flushLog()
    process.exit()
  }
  const stopAccepting = () => {
    leave()
    shop.closing.abort()
  }
  const inOrder = () =>
    stopWhen(
      shutdownGracefully(server, {
        listeners,
        stopAccepting,
        drainMs: sockets.length > 0 ? 0 : env.DRAIN_SECONDS * 1000,
      }),
    )
  process.once('SIGTERM', inOrder)
  process.once('SIGINT', () => {
    stopAccepting()
    void stopWhen(shutdownNow(server, listeners))
  })
  // Whatever it was, the process is not to be trusted with new requests; those under way get their answers.
  process.once('uncaughtException', (err) => {
    log.error('The process goes because of an error that nobody expected', { err })
    process.exitCode = 1
    void inOrder()
  })
}

/** What is kept ready is sent at once: on the way through everything else it would cost twice as much. */
function listenerOf(shop: AppContext, tracing: Tracing | undefined): { server: Server; leave: () => void } {
  const answer = getRequestListener(withFiles(shop).fetch, { hostname: shop.env.HOST })
  const files = listStaticFiles(CLIENT_FILES)
  const { numberOf, receive, answerOperator, counted, countFlood, warnOfUnknownProxy, readiness } = instrumentServer(
    shop,
    {
      answer,
      tracing,
      files,
    },
  )
  const turnsAway = createIpRateLimiter({ https: shop.env.https, files, refused: countFlood })
  const server = createServer(SERVER_TIMEOUTS, (request, response) => {
    const requestId = numberOf()
    warnOfUnknownProxy(request)
    connections.limitKeepAlive(response)
    // What is kept says the number among its own headers: one that is set before makes node look at each of them twice.
    const kept = shop.opening.isKnownOpen() && isAnonymousRead(request) ? shop.responseCache.find(request) : undefined
    if (!kept) {
      response.setHeader('X-Request-Id', requestId)
      if (rejectNonCanonicalPath(request, response, shop.env) || answerOperator(request, response)) return
    }
    if (turnsAway(request, response, requestId)) return
    if (kept) {
      counted.fromMemory += 1
      sendCachedResponse(kept, { request, response, requestId })
    } else receive(request, response, requestId)
  })
  const connections = trackConnections(server)
  server.maxRequestsPerSocket = 1000
  server.timeout = SILENCE_MS
  const leave = () => {
    connections.drain()
    readiness.startDraining()
  }
  return { server, leave }
}

function withFiles(shop: AppContext) {
  const app = new Hono()
  app.use(addSecurityHeaders({ https: shop.env.https }))
  app.use('/assets/*', files(ONE_YEAR), async (c) => c.text('No such file.', 404))
  app.use('/:file{.+\\.[a-z0-9]+}', files(ONE_HOUR))
  const shopServer = createApp(shop)
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

/** Opens the shop, or says why it does not open. */
export function start(): void {
  main().catch((error) => {
    const problems =
      error instanceof InvalidEnvError ? error.problems : [error instanceof Error ? error.message : String(error)]
    console.error(['The shop does not start:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    if (error instanceof Error && error.cause instanceof Error) console.error(`    (${error.cause.message})`)
    process.exit(1)
  })
}
