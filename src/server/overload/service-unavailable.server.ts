import type { IncomingMessage, ServerResponse } from 'node:http'
import { uncachedDataHeaders } from '#src/server/http/security-headers.server.ts'

const WHY = {
  overload: {
    seconds: 2,
    sentence: 'There are more visitors than we can serve right now. Please try again in a moment.',
  },
  disk: { seconds: 60, sentence: 'The shop cannot write anything down right now. Please try again in a few minutes.' },
}

type Refusal = { why: keyof typeof WHY; https: boolean }

/** Tells somebody to come again, at the cost of next to nothing: whoever says this has too much to do. */
export function send503(request: IncomingMessage, response: ServerResponse, { why, https }: Refusal): void {
  const { seconds, sentence } = WHY[why]
  const isPage = request.headers.accept?.includes('text/html') ?? false
  const body = isPage ? pageOf(sentence, seconds) : JSON.stringify({ message: sentence })
  // A short body is read and forgotten: a line that ends costs more, because its next one has to be taken up anew.
  if (!isShort(request)) response.shouldKeepAlive = false
  response.writeHead(503, {
    ...uncachedDataHeaders({ https, ...(isPage && { type: 'text/html; charset=utf-8' }) }),
    'content-length': Buffer.byteLength(body),
    'retry-after': String(seconds),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const SHORT_BODY = 64 * 1024

function isShort({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY
}

const pageOf = (sentence: string, seconds: number) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="refresh" content="${seconds}"><title>One moment, please</title>` +
  `<h1>One moment, please</h1><p role="alert">${sentence}</p></html>`
