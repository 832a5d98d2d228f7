import type { IncomingMessage } from 'node:http'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type ProblemDetails, renderProblem } from '#src/server/http/problem.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import { cspHash, NO_DOCUMENT_CSP } from '#src/server/http/security-headers.server.ts'

type Busy = ProblemDetails & { canBePage?: boolean }

/** Asks a client to wait: a browser with a page, other clients with a problem (RFC 9457). */
export function renderBusy(request: IncomingMessage, { canBePage = true, ...problem }: Busy) {
  const { accept } = request.headers
  if (canBePage && accept?.includes('text/html'))
    return { headers: PAGE_HEADERS, body: busyPage(problem.message, isRead(request) ? TRY_AGAIN : SEND_AGAIN) }
  const { type, body } = renderProblem(problem, accept)
  return { headers: { 'content-type': type }, body: JSON.stringify(body) }
}

/** An empty address is this page without its fragment. A page that reloads itself would interrupt screen readers. */
const TRY_AGAIN = '<a href="">Try again</a>'
export const SEND_AGAIN = 'Then reload this page to send the form again.'

/** Short, without fonts and pictures: an overloaded shop sends it to everyone. The colors are those of tokens.css. */
const CSS =
  'body,main{display:grid;justify-items:center;gap:1rem}' +
  'body{margin:0;min-height:100dvh;place-content:center;padding:min(2rem,6vw);box-sizing:border-box;' +
  'text-align:center;background:#fbf7f0;color:#27140f;font:1rem/1.6 system-ui,sans-serif}' +
  'a{color:inherit;font-weight:600;display:inline-block;padding:.6rem 1rem}' +
  'body>a{font:400 1.25rem/1.2 georgia,serif;text-decoration:none}' +
  'body>a::after{content:"";display:block;width:.5rem;height:.5rem;margin:1.25rem auto 0;rotate:45deg;' +
  'background:#b58d42}' +
  'h1{font:400 1.9rem/1.2 georgia,serif}h1,p{margin:0;max-width:30rem;text-wrap:balance}'

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${NO_DOCUMENT_CSP}; style-src ${cspHash(CSS)}`,
}

const busyPage = (message: string, next: string) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>One moment, please · ${SHOP_NAME}</title><style>${CSS}</style><a href="/">${SHOP_NAME}</a>` +
  `<main><h1>One moment, please</h1><p role="alert">${message}</p><p>${next}</p></main></html>`
