import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ProblemDetails, renderProblem } from '#src/server/http/problem.server.ts'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

export const OVERLOADED = {
  code: 'overloaded',
  message: 'We are very busy right now. Please try again in a moment.',
} as const

const REASONS = {
  overload: { ...OVERLOADED, seconds: 2 },
  disk: {
    code: 'storage-full',
    seconds: 60,
    message: "We can't save anything right now. Please try again in a few minutes.",
  },
} as const

type Refusal = { reason: keyof typeof REASONS; https: boolean }

export function send503(request: IncomingMessage, response: ServerResponse, { reason, https }: Refusal): void {
  const { code, seconds, message } = REASONS[reason]
  const { type, body } = renderBusy(request, { status: 503, code, message, seconds })
  // Reading a short body is cheaper than a new connection.
  if (!hasShortBody(request)) response.shouldKeepAlive = false
  response.writeHead(503, {
    ...uncachedDataHeaders({ https, type }),
    'content-length': Buffer.byteLength(body),
    'retry-after': String(seconds),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

type Busy = ProblemDetails & { seconds: number; canBePage?: boolean }

/** Asks a client to wait: a browser with a page, which reloads itself unless a form was sent, others with a problem. */
export function renderBusy({ method, headers }: IncomingMessage, { seconds, canBePage = true, ...problem }: Busy) {
  if (canBePage && headers.accept?.includes('text/html')) {
    const isRead = method === 'GET' || method === 'HEAD'
    return { type: 'text/html; charset=utf-8', body: busyPage(problem.message, isRead ? seconds : undefined) }
  }
  const { type, body } = renderProblem(problem, headers.accept)
  return { type, body: JSON.stringify(body) }
}

const SHORT_BODY_BYTES = 64 * 1024

function hasShortBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY_BYTES
}

const busyPage = (message: string, seconds?: number) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  (seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`) +
  `<title>One moment, please</title><h1>One moment, please</h1><p role="alert">${message}</p>` +
  `<p>${seconds === undefined ? 'Go back and send the form again.' : 'This page reloads by itself.'}</p></html>`

const LOG_INTERVAL_MS = 10_000

/** Counts rejections and logs the sum, outside any request: a line for each delayed the refusals. */
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
