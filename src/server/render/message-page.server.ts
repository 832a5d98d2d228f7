import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import css from '#src/styles/plain-page.css?inline'
import { type Markup, renderHtmlLayout, STANDALONE_PAGE_HEADERS } from './html-layout.server.ts'

type MessagePage = {
  title: string
  body: Markup
  /** For lists; forms are narrower. */
  wide?: boolean
  status?: ContentfulStatusCode
  headers?: Record<string, string>
}

export async function renderMessagePage({
  title,
  body,
  wide = false,
  status = 200,
  headers = {},
}: MessagePage): Promise<Response> {
  const card = html`<header>
      <a class="logo" href="/"><img src="/logo-dark.svg" width="190" height="39" alt="${SHOP_NAME}"></a>
    </header>
    <main class="${wide ? 'wide' : ''}">
      <div class="card">${body}</div>
    </main>`
  return new Response(await renderHtmlLayout({ title, css, body: card }), {
    status,
    headers: { ...HEADERS, ...headers },
  })
}

const styleHash = createHash('sha256').update(css).digest('base64')

const HEADERS = {
  ...STANDALONE_PAGE_HEADERS,
  // With stricter values Chromium sends forms with the origin `null`, which request-checks.server.ts rejects.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}
