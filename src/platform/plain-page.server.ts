import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import css from '#src/styles/plain-page.css?inline'
import { NO_DEVICE } from './security-headers.server.ts'

/** What hono's `html` gives: markup in which every value was escaped. */
type Markup = ReturnType<typeof html>

type PlainPage = {
  title: string
  body: Markup
  /** For lists; a form is narrower. */
  wide?: boolean
  status?: ContentfulStatusCode
  headers?: Record<string, string>
}

/**
 * A page that the server draws alone, in the look of the house and without any script. The body stands in one card.
 * Never stored anywhere, because such pages are about one person or one payment.
 */
export async function plainPage({
  title,
  body,
  wide = false,
  status = 200,
  headers = {},
}: PlainPage): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${title} · ${SHOP_NAME}</title>
        <link rel="icon" href="/mark.svg" type="image/svg+xml">
        <style>${raw(css)}</style>
      </head>
      <body>
        <header>
          <a class="logo" href="/"><img src="/logo-dark.svg" width="190" height="39" alt="${SHOP_NAME}"></a>
        </header>
        <main class="${wide ? 'wide' : ''}">
          <div class="card">${body}</div>
        </main>
      </body>
    </html>`
  return new Response(String(page), { status, headers: { ...HEADERS, ...headers } })
}

const styleHash = createHash('sha256').update(css).digest('base64')

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': NO_DEVICE,
  // Stricter values make Chromium send a form with the origin `null`, which same-origin.server.ts refuses.
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
