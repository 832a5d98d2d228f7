import { html, raw } from 'hono/html'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { cspHash, DENY_DEVICE_PERMISSIONS } from '#src/server/http/security-headers.server.ts'

/** Markup of hono's `html`, in which every value is escaped. */
export type Markup = ReturnType<typeof html>

type StandalonePage = {
  title: string
  css: string
  body: Markup
  status?: number
  headers?: Record<string, string>
  images?: string
  forms?: string
  /** Allowed by its hash; it may call the shop. */
  script?: string
}

/** Renders a page that may use nothing but its own style, images, fonts and script. */
export async function renderStandalonePage(page: StandalonePage): Promise<Response> {
  const { title, css, body, script, status = 200, headers = {} } = page
  const document = await html`<!doctype html>
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
        ${script === undefined ? '' : html`<script>${raw(script)}</script>`}
      </body>
    </html>`
  const response = new Response(String(document), { status, headers: HEADERS })
  response.headers.set('Content-Security-Policy', contentSecurityPolicy(page))
  // Set one by one: joined names that differ in case would become `DENY, DENY`.
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Never cached, because such pages are about one person or one payment. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': DENY_DEVICE_PERMISSIONS,
}

const contentSecurityPolicy = ({ css, script, images = "'self'", forms = "'none'" }: StandalonePage) =>
  [
    "default-src 'none'",
    `style-src ${cspHash(css)}`,
    ...(script === undefined ? [] : [`script-src ${cspHash(script)}`, "connect-src 'self'"]),
    `img-src ${images}`,
    "font-src 'self'",
    `form-action ${forms}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
