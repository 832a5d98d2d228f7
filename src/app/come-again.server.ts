import type { IncomingMessage, ServerResponse } from 'node:http'
import { headersOfEveryAnswer, NO_DOCUMENT } from '#src/platform/security-headers.server.ts'

const WHY = {
  overload: {
    seconds: 2,
    sentence: 'There are more visitors than we can serve right now. Please try again in a moment.',
  },
  disk: { seconds: 60, sentence: 'The shop cannot write anything down right now. Please try again in a few minutes.' },
}

/** Tells somebody to come again, at the cost of next to nothing: whoever says this has too much to do. */
export function comeAgain(request: IncomingMessage, response: ServerResponse, why: keyof typeof WHY): void {
  const { seconds, sentence } = WHY[why]
  const isPage = request.headers.accept?.includes('text/html') ?? false
  const body = isPage ? pageOf(sentence, seconds) : JSON.stringify({ message: sentence })
  // What is still on its way of a body is not read: the line ends with this answer.
  if (request.headers['content-length'] || request.headers['transfer-encoding']) response.shouldKeepAlive = false
  response.writeHead(503, {
    ...headersOfEveryAnswer({ https: false }),
    'content-security-policy': NO_DOCUMENT,
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(seconds),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const pageOf = (sentence: string, seconds: number) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="refresh" content="${seconds}"><title>One moment, please</title>` +
  `<h1>One moment, please</h1><p role="alert">${sentence}</p></html>`
