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

/** Asks a client to wait: a browser with a page that reloads itself, others with a problem. */
export function renderBusy({ headers }: IncomingMessage, { seconds, canBePage = true, ...problem }: Busy) {
  if (canBePage && headers.accept?.includes('text/html'))
    return { type: 'text/html; charset=utf-8', body: busyPage(problem.message, seconds) }
  const { type, body } = renderProblem(problem, headers.accept)
  return { type, body: JSON.stringify(body) }
}

const SHORT_BODY_BYTES = 64 * 1024

function hasShortBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY_BYTES
}

const busyPage = (message: string, seconds: number) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="refresh" content="${seconds}"><title>One moment, please</title>` +
  `<h1>One moment, please</h1><p role="alert">${message}</p></html>`

const LOG_INTERVAL_MS = 10_000

/** Returns what counts a rejection. Logs the sum outside any request: a line for each delayed the refusals. */
export function createOverloadLog(intervalMs = LOG_INTERVAL_MS): () => void {
  let rejected = 0
  const writeLine = () => {
    if (rejected > 0) log.warn('Requests were rejected because of overload', { rejected })
    rejected = 0
  }
  setInterval(writeLine, intervalMs).unref()
  return () => {
    rejected += 1
  }
}
