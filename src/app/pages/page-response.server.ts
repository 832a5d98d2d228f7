import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { RenderedResponse } from '#src/server/cache/response-cache.server.ts'
import { recordApiCalls } from '#src/server/http/in-process-api.server.ts'
import { baseSecurityHeaders } from '#src/server/http/security-headers.server.ts'
import { compressPage } from '#src/server/render/compress-page.server.ts'
import { cacheTagsOf } from './cacheable-routes.ts'
import { PUBLIC_PAGE_HEADERS } from './serve-cached.server.ts'

type RenderPage = (request: Request, options: { context: { nonce: string } }) => Promise<Response> | Response

/** `https` is whether shoppers see the shop over it. */
export type PageOptions = { render: RenderPage; https: boolean }

/** Renders a page for this visitor alone, with a nonce for its inline scripts. */
export async function sendPage(c: Context, { render, https }: PageOptions): Promise<Response> {
  const nonce = newNonce()
  const page = await render(c.req.raw, { context: { nonce } })
  const headers = new Headers(page.headers)
  const said = { ...pageHeaders(https, [`'nonce-${nonce}'`]), 'cache-control': 'private, no-cache' }
  for (const [name, value] of Object.entries(said)) headers.set(name, value)
  if (PERSONAL.test(c.req.path)) headers.set('referrer-policy', 'no-referrer')
  const location = headers.get('location')
  if (location !== null) headers.set('location', withoutOwnOrigin(location, c.req.url))
  // The development server writes inline scripts of its own.
  if (import.meta.env.DEV) headers.delete('content-security-policy')
  const body = await compressPage(c.req.header('accept-encoding'), { body: page.body, headers })
  return new Response(body, { status: statusOf(page, headers), headers })
}

/**
 * Where a page sends somebody on within the shop, without scheme and host: behind a proxy the request looks like http, and
 * its Host is what somebody sent. One slash only, because two would be another host.
 */
function withoutOwnOrigin(location: string, asked: string): string {
  const to = URL.parse(location, asked)
  if (!to || to.origin !== new URL(asked).origin) return location
  return `${to.pathname.replace(/^\/+/, '/')}${to.search}${to.hash}`
}

/** A page that broke because one of its calls had better be made again later says so itself. */
function statusOf({ status }: Response, headers: Headers): number {
  if (status === 503) return status
  if (status === 500 && headers.has('retry-after')) return 503
  headers.delete('retry-after')
  return status
}

/**
 * Renders a page for everybody who is not signed in: nothing of whoever asks reaches it, and its inline scripts are named
 * by their hashes, so that the same bytes can be sent again.
 */
export async function renderPublicPage(address: URL, { render, https }: PageOptions): Promise<RenderedResponse> {
  const nonce = newNonce()
  const calls = new Set<string>()
  const { page, html } = await recordApiCalls(calls, async () => {
    const page = await render(new Request(address), { context: { nonce } })
    return { page, html: await page.text() }
  })
  const headers = new Headers(page.headers)
  const status = statusOf(page, headers)
  const shows = status === 200 && !headers.has('set-cookie') ? cacheTagsOf(calls) : undefined
  return {
    status,
    headers: {
      ...Object.fromEntries(headers),
      ...pageHeaders(https, hashesOfOwnScripts(html, nonce)),
      ...(shows ? PUBLIC_PAGE_HEADERS : { 'cache-control': 'private, no-cache' }),
    },
    body: Buffer.from(withoutNonce(html, nonce)),
    tags: shows,
  }
}

const withoutNonce = (html: string, nonce: string) => html.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '')

const newNonce = () => randomBytes(16).toString('base64')

/** Their addresses are nobody else's business, not even as the origin of a visit. */
const PERSONAL = /^\/(checkout|orders)(\/|$)/

/**
 * The camera is for scanning the code on a box; the rest of the device is none of our business. It is allowed on every
 * screen, because a visitor comes to the scanner by links within the one document that was loaded first.
 */
const PERMISSIONS_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()'

/** Where browsers tell what the policy has kept from a page (csp-report.api.server.ts). */
const REPORTS = '/api/csp-report'

function pageHeaders(https: boolean, ownScripts: string[]): Record<string, string> {
  return {
    ...baseSecurityHeaders({ https }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'content-security-policy': contentSecurityPolicy(https, ownScripts),
    'reporting-endpoints': `csp="${REPORTS}"`,
  }
}

/** Data blocks (JSON-LD) are no scripts: nothing runs them. */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src=|type="application\/))([^>]*)>([\s\S]*?)<\/script>/g

/** Only scripts that carry the nonce are ours: one that came into the page with a text does not know it, and must not run. */
function hashesOfOwnScripts(html: string, nonce: string): string[] {
  const own = [...html.matchAll(INLINE_SCRIPT)].filter(([, attributes = '']) =>
    attributes.includes(` nonce="${nonce}"`),
  )
  const hashes = own.map(([, , script = '']) =>
    createHash('sha256').update(withoutNonce(script, nonce)).digest('base64'),
  )
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

function contentSecurityPolicy(https: boolean, ownScripts: string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...ownScripts].join(' ')}`,
    // Radix positions and locks scrolling with inline styles.
    "style-src 'self' 'unsafe-inline'",
    // The maker may give a product a picture of another house.
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
    'report-to csp',
    `report-uri ${REPORTS}`,
  ].join('; ')
}
