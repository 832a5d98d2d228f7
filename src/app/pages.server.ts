import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'

type RenderPage = (request: Request, options: { context: { nonce: string } }) => Promise<Response> | Response

/** Renders a page for this visitor alone, with a nonce for its inline scripts. */
export async function answerPage(c: Context, render: RenderPage): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const page = await render(c.req.raw, { context: { nonce } })
  const headers = new Headers(page.headers)
  headers.set('Cache-Control', 'private, no-cache')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Permissions-Policy', PERMISSIONS_POLICY)
  if (!import.meta.env.DEV) headers.set('Content-Security-Policy', contentSecurityPolicy(nonce))
  return new Response(page.body, { status: page.status, headers })
}

/** The camera is for scanning the code on a box; the rest of the device is none of our business. */
const PERMISSIONS_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), bluetooth=()'

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Radix positions and locks scrolling with inline styles.
    "style-src 'self' 'unsafe-inline'",
    // The maker may give a product a picture of another house.
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
