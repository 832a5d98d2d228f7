import type { IncomingMessage, ServerResponse } from 'node:http'
import { UPLOAD_ROUTES } from '#src/server/http/body-limits.server.ts'

/** What a button says comes at once, also by a bad line. Files have as long as any request (main.ts). */
const TIMEOUT_MS = 10_000

export const hasRequestBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Who sends a letter at a time waits for nobody: they are told so as soon as the first packet was not all, and again when
 * the rest is there, which is only heard of when somebody reads it.
 */
export function onBodyComplete(request: IncomingMessage, told: (isWhole: boolean) => void): void {
  setImmediate(() => {
    told(request.complete)
    if (!request.complete) request.once('end', () => told(true))
  })
}

/** Hangs up on a body that is still on its way after ten seconds, as Node itself does on a request after its own. */
export function enforceBodyTimeout(request: IncomingMessage, response: ServerResponse, timeoutMs = TIMEOUT_MS): void {
  if (UPLOAD_ROUTES.includes(request.url?.split('?', 1)[0] ?? '')) return
  const timer = setTimeout(() => {
    if (request.complete || response.headersSent) return
    // For the log. It is not sent through the response, which belongs to whoever still waits for the body.
    response.statusCode = 408
    response.socket?.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    request.socket.destroySoon()
  }, timeoutMs)
  response.once('close', () => clearTimeout(timer))
}
