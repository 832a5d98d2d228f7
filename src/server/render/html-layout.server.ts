import { html, raw } from 'hono/html'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { DENY_DEVICE_PERMISSIONS } from '#src/server/http/security-headers.server.ts'

/** Markup of hono's `html`, in which every value is escaped. */
export type Markup = ReturnType<typeof html>

type HtmlLayout = { title: string; css: string; body: Markup }

export async function renderHtmlLayout({ title, css, body }: HtmlLayout): Promise<string> {
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
        ${body}
      </body>
    </html>`
  return String(page)
}

/** Never cached, because such pages are about one person or one payment. */
export const STANDALONE_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': DENY_DEVICE_PERMISSIONS,
}
