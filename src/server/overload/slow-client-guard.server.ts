import type { IncomingMessage, ServerResponse } from 'node:http'

const TIMEOUT_MS = 10_000

export const hasRequestBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Calls back once the first packet is read, and again when a longer body is complete. */
export function onBodyComplete(request: IncomingMessage, listener: (isComplete: boolean) => void): void {
  setImmediate(() => {
    listener(request.complete)
    if (!request.complete) request.once('end', () => listener(true))
  })
}

export function enforceBodyTimeout(request: IncomingMessage, response: ServerResponse, timeoutMs = TIMEOUT_MS): void {
  const timer = setTimeout(() => {
    if (request.complete || response.headersSent) return
    // For the access log; the handler still owns the response.
    response.statusCode = 408
    response.socket?.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    request.socket.destroySoon()
  }, timeoutMs)
  response.once('close', () => clearTimeout(timer))
}
