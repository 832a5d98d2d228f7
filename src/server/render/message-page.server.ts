import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import css from '#src/styles/plain-page.css?inline'
import { type Markup, renderStandalonePage } from './html-layout.server.ts'

type MessagePage = {
  title: string
  body: Markup
  wide?: boolean
  status?: ContentfulStatusCode
  headers?: Record<string, string>
  script?: string
}

export function renderMessagePage({ body, wide = false, headers, ...page }: MessagePage): Promise<Response> {
  const card = html`<header>
      <a class="logo" href="/"><img src="/logo-dark.svg" width="190" height="39" alt="${SHOP_NAME}"></a>
    </header>
    <main class="${wide ? 'wide' : ''}">
      <div class="card">${body}</div>
    </main>`
  return renderStandalonePage({
    ...page,
    css,
    body: card,
    forms: "'self'",
    // With stricter values Chromium sends forms with the origin `null`, which request-checks.server.ts rejects.
    headers: { 'Referrer-Policy': 'strict-origin-when-cross-origin', ...headers },
  })
}
