import type { IncomingMessage, ServerResponse } from 'node:http'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { renderBusy } from './busy-page.server.ts'
import { OVERLOADED } from './load-shedding.server.ts'

const REASONS = {
  overload: OVERLOADED,
  disk: {
    code: 'storage-full',
    seconds: 60,
    message: "We can't save anything right now. Please try again in a few minutes.",
  },
} as const

type Refusal = { reason: keyof typeof REASONS; https: boolean }

export function send503(request: IncomingMessage, response: ServerResponse, { reason, https }: Refusal): void {
  const { code, seconds, message } = REASONS[reason]
  const { headers, body } = renderBusy(request, { status: 503, code, message })
  // Reading a short body is cheaper than a new connection.
  if (!hasShortBody(request)) response.shouldKeepAlive = false
  response.writeHead(503, {
    ...uncachedDataHeaders({ https }),
    ...headers,
    'content-length': Buffer.byteLength(body),
    'retry-after': String(seconds),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const SHORT_BODY_BYTES = 64 * 1024

function hasShortBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY_BYTES
}

const LOG_INTERVAL_MS = 10_000

/** Counts rejections and logs the sum, outside any request: one line for each would delay the responses. */
export function createOverloadLog(intervalMs = LOG_INTERVAL_MS) {
  let rejected = 0
  const logRejections = () => {
    if (rejected > 0) log.warn('Requests were rejected because of overload', { rejected })
    rejected = 0
  }
  const countRejection = () => {
    rejected += 1
  }
  setInterval(logRejections, intervalMs).unref()
  return { countRejection, logRejections }
}
