import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameSecret } from '#src/server/config/encryption.server.ts'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'
import type { Readiness } from './readiness.server.ts'

export type HealthContext = {
  /** Whether the jobs run. That the event loop runs is shown by the answer itself. */
  isAlive: () => boolean
  readiness: Readiness
  metrics: Metrics
  metricsToken: string | undefined
  isLive: boolean
  https: boolean
}

/** Answers /healthz (the process and its jobs run), /readyz (it accepts requests) and /metrics. Returns false for other paths. */
export function handleHealthRequest(
  health: HealthContext,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const path = request.url?.split('?', 1)[0]
  if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics') return false
  if (request.method !== 'GET' && request.method !== 'HEAD')
    respond(health, response, { status: 405, body: { status: 'GET only' } })
  else if (path === '/healthz') respond(health, response, health.isAlive() ? OK : HUNG)
  else if (path === '/readyz') void answerReady(health, response)
  else void answerMetrics(health, request, response)
  return true
}

const OK = { status: 200, body: { status: 'ok' } }
const HUNG = { status: 503, body: { status: 'jobs hang' } }

async function answerReady(health: HealthContext, response: ServerResponse): Promise<void> {
  if (await health.readiness.isReady()) respond(health, response, OK)
  else respond(health, response, { status: 503, body: { status: 'not ready' } })
}

async function answerMetrics(health: HealthContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!canReadMetrics(health, request))
    return respond(health, response, { status: 404, body: { message: 'Not found.' } })
  const { registry } = health.metrics
  const text = await registry.metrics()
  response.writeHead(200, uncachedDataHeaders({ https: health.https, type: registry.contentType })).end(text)
}

/** Without a token, only local requests to a demo: in live mode requests through a local proxy may look local. */
function canReadMetrics({ metricsToken, isLive }: HealthContext, request: IncomingMessage): boolean {
  if (metricsToken) return isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  return !isLive && isLocalRequest(request)
}

/** A proxy would send one of these headers, or another host name. */
function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '') || !OWN_NAME.test(headers.host ?? '')) return false
  return !Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const OWN_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
const PROXY_HEADER = /^(forwarded|via|x-forwarded-.+|x-real-ip|.+-connecting-ip|true-client-ip)$/

type HealthResponse = { status: number; body: object }

function respond({ https }: HealthContext, response: ServerResponse, { status, body }: HealthResponse): void {
  response.writeHead(status, uncachedDataHeaders({ https })).end(JSON.stringify(body))
}
