import type { IncomingMessage } from 'node:http'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type ProblemDetails, renderProblem } from '#src/server/http/problem.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import { cspHash, NO_DOCUMENT_CSP } from '#src/server/http/security-headers.server.ts'

type Busy = ProblemDetails & { seconds: number; canBePage?: boolean }

/** Asks a client to wait: a browser with a page, which reloads itself unless a form was sent, others with a problem. */
export function renderBusy(request: IncomingMessage, { seconds, canBePage = true, ...problem }: Busy) {
  const { accept } = request.headers
  if (canBePage && accept?.includes('text/html')) {
    const body = busyPage(problem.message, isRead(request) ? seconds : undefined)
    return { headers: PAGE_HEADERS, body }
  }
  const { type, body } = renderProblem(problem, accept)
  return { headers: { 'content-type': type }, body: JSON.stringify(body) }
}

/** Short, without fonts and pictures: an overloaded shop sends it to everyone. The colors are those of tokens.css. */
const CSS =
  'body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:2rem;' +
  'box-sizing:border-box;text-align:center;background:#fbf7f0;color:#27140f;font:1rem/1.6 system-ui,sans-serif}' +
  'h1,b{font:400 1.9rem/1.2 georgia,serif}b{font-size:1.25rem}' +
  'b::after{content:"";display:block;width:.5rem;height:.5rem;margin:1.25rem auto 0;rotate:45deg;background:#b58d42}' +
  'h1,p{margin:0;max-width:30rem;text-wrap:balance}p+p{color:#5f4033}'

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${NO_DOCUMENT_CSP}; style-src ${cspHash(CSS)}`,
}

const busyPage = (message: string, seconds?: number) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  (seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`) +
  `<title>One moment, please · ${SHOP_NAME}</title><style>${CSS}</style><b>${SHOP_NAME}</b>` +
  `<h1>One moment, please</h1><p role="alert">${message}</p>` +
  `<p>${seconds === undefined ? 'Go back and send the form again.' : 'This page reloads by itself.'}</p></html>`
