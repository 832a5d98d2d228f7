import { createServer, type IncomingMessage, type Server } from 'node:http'
import { getCompileCacheDir } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createIpRateLimiter } from '#src/app/ingress/ip-rate-limiter.server.ts'
import { instrumentServer } from '#src/app/ingress/observability.server.ts'
import { createCacheLookup } from '#src/app/pages/cache-lookup.server.ts'
import { createOverloadFallback } from '#src/app/pages/overload-fallback.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { isFromTrustedProxy } from '#src/server/http/client-ip.server.ts'
import { rejectNonCanonicalPath } from '#src/server/http/path-normalization.server.ts'
import { newRequestId } from '#src/server/http/request-context.server.ts'
import { listStaticFiles } from '#src/server/http/static-files.server.ts'
import { SERVER_TIMEOUTS, trackConnections } from '#src/server/process/connection-limits.server.ts'
import { shutdownGracefully, shutdownNow } from '#src/server/process/graceful-shutdown.server.ts'
import { assertPortFree, listenReusePort, reusePortOptions, systemdSockets } from '#src/server/process/listen.server.ts'
import { printFailure } from '#src/server/process/print-failure.server.ts'
import { createServiceManager } from '#src/server/process/systemd-notify.server.ts'
import { createRouteFinder } from '#src/server/routes/route-table.server.ts'
import { enableJsonLog, flushLog, log } from '#src/server/telemetry/log.server.ts'
import { startTracing, type Tracing } from '#src/server/telemetry/tracing.server.ts'
import { type AppContext, getAppContext } from './context.server.ts'
import { createApp } from './server.ts'

const CLIENT_FILES = path.resolve('dist/client')

/** Closes connections that stop reading. The admin's event stream sends a heartbeat every 15 s. */
const WRITE_TIMEOUT_MS = 120_000

async function main() {
  const { LOG_LEVEL, OTEL_EXPORTER_OTLP_ENDPOINT, PORT, HOST } = readEnv(process.env)
  const sockets = systemdSockets(process.env)
  if (sockets.length === 0) await assertPortFree({ port: PORT, host: HOST })
  enableJsonLog(LOG_LEVEL)
  if (!getCompileCacheDir())
    log.info('The compile cache cannot be written, so starts take longer: set CACHE_DIRECTORY to a folder of the shop')
  const isTrusted = ({ socket }: IncomingMessage) => isFromTrustedProxy(socket.remoteAddress)
  const tracing = OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : await startTracing({ isTrusted })
  const shop = await getAppContext()
  const { env, database } = shop
  const { server, leave, logRejections } = createHttpServer(shop, tracing)
  const serviceManager = createServiceManager(process.env, shop.scheduler.isAlive)
  const places = sockets.length > 0 ? sockets : reusePortOptions({ port: env.PORT, host: env.HOST })
  const listeners = listenReusePort(server, places, () => {
    const { port } = server.address() as AddressInfo
    console.log(`The shop runs at ${env.PUBLIC_URL} (${env.SHOP_MODE}, ${database.kind} database, port ${port})`)
    void serviceManager.ready()
  })
  const stopWhen = async (left: Promise<void>) => {
    await left
    await shop.close()
    await tracing?.stop()
    logRejections()
    flushLog()
    process.exit()
  }
  const stopAccepting = () => {
    log.info('Shutting down: waiting for open requests and connections')
    void serviceManager.stopping()
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
  // The state is unknown after an uncaught exception: finish running requests and exit.
  process.once('uncaughtException', (err) => {
    log.error('The process exits because of an unexpected error', { err })
    process.exitCode = 1
    void inOrder()
  })
}

type HttpServer = { server: Server; leave: () => void; logRejections: () => void }

/** Serves cached responses before everything else, at half the cost. */
function createHttpServer(shop: AppContext, tracing: Tracing | undefined): HttpServer {
  const app = createApp(shop, CLIENT_FILES)
  const findRoute = createRouteFinder(app, listStaticFiles(CLIENT_FILES))
  const findCached = createCacheLookup(shop)
  const render = (path: string, headers: Record<string, string>) => app.request(path, { headers })
  const overloadFallback = createOverloadFallback({ ...shop, findCached, findRoute, render })
  const answer = getRequestListener(app.fetch, { hostname: shop.env.HOST })
  const operation = instrumentServer(shop, { answer, tracing, ...overloadFallback })
  const isOverLimit = createIpRateLimiter({ https: shop.env.https })
  const server = createServer(SERVER_TIMEOUTS, (request, response) => {
    if (connections.rejectPipelining(request, response)) return
    // Never taken from the request: clients must not choose ids in our log.
    const requestId = newRequestId()
    operation.warnOfUnknownProxy(request)
    connections.limitKeepAlive(response)
    // Cached responses carry the request id in their own headers: setting one before is slower.
    const cached = findCached(request)
    if (!cached) {
      response.setHeader('X-Request-Id', requestId)
      if (rejectNonCanonicalPath(request, response, shop.env) || operation.answerOperator(request, response)) return
    }
    const route = findRoute(request)
    if (isOverLimit(request, response, { requestId, ipLimit: route.policy.ipLimit, isCached: cached !== undefined }))
      return operation.countFlood(route.policy.priority)
    if (cached) {
      operation.counted.fromMemory += 1
      cached({ request, response, requestId })
    } else operation.receive(request, response, { id: requestId, route })
  })
  const connections = trackConnections(server)
  server.maxRequestsPerSocket = 1000
  server.timeout = WRITE_TIMEOUT_MS
  const leave = () => {
    connections.drain()
    operation.readiness.startDraining()
  }
  return { server, leave, logRejections: operation.logRejections }
}

export function start(): void {
  main().catch((error) => {
    printFailure('The shop does not start', error)
    process.exit(1)
  })
}
