import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'
import type { Readiness } from './readiness.server.ts'

export type HealthContext = {
  readiness: Readiness
  metrics: Metrics
  /** Brings the figures up to date that are read from the database. */
  refresh: () => Promise<void>
  metricsToken: string | undefined
  isLive: boolean
  https: boolean
}

/**
 * Answers whoever runs the shop: /healthz (the process answers), /readyz (requests may be sent here), /metrics. False for
 * any other address. They tell strangers no more than yes or no.
 */
export function handleHealthRequest(
  operator: HealthContext,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const path = request.url?.split('?', 1)[0]
  if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics') return false
  if (request.method !== 'GET' && request.method !== 'HEAD')
    say(operator, response, { status: 405, body: { status: 'GET only' } })
  else if (path === '/healthz') say(operator, response, OK)
  else if (path === '/readyz') void answerReady(operator, response)
  else void answerMetrics(operator, request, response)
  return true
}

const OK = { status: 200, body: { status: 'ok' } }

async function answerReady(operator: HealthContext, response: ServerResponse): Promise<void> {
  if (await operator.readiness.isReady()) say(operator, response, OK)
  else say(operator, response, { status: 503, body: { status: 'not ready' } })
}

async function answerMetrics(
  operator: HealthContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!mayRead(operator, request))
    return say(operator, response, { status: 404, body: { message: 'There is no such call.' } })
  await operator.refresh()
  const { registry } = operator.metrics
  const figures = await registry.metrics()
  response.writeHead(200, uncachedDataHeaders({ https: operator.https, type: registry.contentType })).end(figures)
}

/**
 * Whoever has the token. Without one the machine itself in a demo, and nobody in live mode: a proxy on the same machine
 * that says nothing of whom it asks for looks like the machine.
 */
function mayRead({ metricsToken, isLive }: HealthContext, request: IncomingMessage): boolean {
  if (metricsToken) return isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  return !isLive && isMachineItself(request)
}

/** Whoever asks for somebody else says so in one of these headers, or asks for another host's name. */
function isMachineItself({ socket, headers }: IncomingMessage): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '') || !OWN_NAME.test(headers.host ?? '')) return false
  return !Object.keys(headers).some((name) => PASSED_ON.test(name))
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const OWN_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
const PASSED_ON = /^(forwarded|via|x-forwarded-.+|x-real-ip|.+-connecting-ip|true-client-ip)$/
const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))

type Said = { status: number; body: object }

function say({ https }: HealthContext, response: ServerResponse, { status, body }: Said): void {
  response.writeHead(status, uncachedDataHeaders({ https })).end(JSON.stringify(body))
}
