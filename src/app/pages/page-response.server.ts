import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { RenderedResponse } from '#src/server/cache/response-cache.server.ts'
import { compressOnce } from '#src/server/http/compression.server.ts'
import { recordApiCalls } from '#src/server/http/in-process-api.server.ts'
import { ownPath } from '#src/server/http/path-normalization.server.ts'
import { baseSecurityHeaders, cspHash } from '#src/server/http/security-headers.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { PUBLIC_PAGE_HEADERS } from './serve-cached.server.ts'
import type { SharedCalls } from './shared-calls.server.ts'

type RenderPage = (request: Request, options: { context: { nonce: string } }) => Promise<Response> | Response

export type PageOptions = { render: RenderPage; https: boolean }
type PersonalPage = { /** Whether other sites must not see its address as a referrer. */ hidesAddress: boolean }

export async function sendPage(
  c: Context,
  { render, https }: PageOptions,
  { hidesAddress }: PersonalPage,
): Promise<Response> {
  const nonce = newNonce()
  const page = await render(c.req.raw, { context: { nonce } })
  const headers = new Headers(page.headers)
  const said = { ...pageHeaders(https, [`'nonce-${nonce}'`]), 'cache-control': 'private, no-cache' }
  for (const [name, value] of Object.entries(said)) headers.set(name, value)
  if (hidesAddress) headers.set('referrer-policy', 'no-referrer')
  const location = headers.get('location')
  if (location !== null) headers.set('location', withoutOwnOrigin(location, c.req.url))
  // Vite's inline scripts have no nonce.
  if (import.meta.env.DEV) headers.delete('content-security-policy')
  const body = await compressOnce(c.req.header('accept-encoding'), { body: page.body, headers })
  return new Response(body, { status: statusOf(page, headers), headers })
}

/** Makes a redirect relative: behind a proxy, scheme and Host are not reliable. */
function withoutOwnOrigin(location: string, requestUrl: string): string {
  const to = URL.parse(location, requestUrl)
  if (!to || to.origin !== new URL(requestUrl).origin) return location
  return `${ownPath(to.pathname)}${to.search}${to.hash}`
}

/** A page whose API call asked for a retry answers 503. */
function statusOf({ status }: Response, headers: Headers): number {
  if (status === 503) return status
  if (status === 500 && headers.has('retry-after')) return 503
  headers.delete('retry-after')
  return status
}

export type SharedPageOptions = PageOptions & Pick<SharedCalls, 'tagsOf'>
type SharedPage = SharedPageOptions & { replaceCall?: (path: string) => Response | undefined }

/** Renders a page for everyone: without request data, its inline scripts allowed by hash. */
export async function renderPublicPage(
  address: URL,
  { render, https, tagsOf, replaceCall }: SharedPage,
): Promise<RenderedResponse> {
  const nonce = newNonce()
  const calls = new Set<string>()
  const { page, html } = await recordApiCalls({ calls, replace: replaceCall }, async () => {
    const page = await render(new Request(address), { context: { nonce } })
    return { page, html: await page.text() }
  })
  const headers = new Headers(page.headers)
  const status = statusOf(page, headers)
  const shows = status === 200 && !headers.has('set-cookie') ? tagsOf(calls) : undefined
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

/** The camera scans QR codes. Allowed on every page, because the scanner is reached without a page load. */
const PERMISSIONS_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()'

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

/** Data blocks (JSON-LD) never run. */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src=|type="application\/))([^>]*)>([\s\S]*?)<\/script>/g

/** Only scripts with the nonce are ours; injected ones do not know it. */
function hashesOfOwnScripts(html: string, nonce: string): string[] {
  const own = [...html.matchAll(INLINE_SCRIPT)].filter(([, attributes = '']) =>
    attributes.includes(` nonce="${nonce}"`),
  )
  return [...new Set(own.map(([, , script = '']) => cspHash(withoutNonce(script, nonce))))]
}

function contentSecurityPolicy(https: boolean, ownScripts: string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...ownScripts].join(' ')}`,
    // Radix positions elements and locks scrolling with inline styles.
    "style-src 'self' 'unsafe-inline'",
    // Products may use images of other sites.
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
    'report-to csp',
    `report-uri ${REPORTS}`,
  ].join('; ')
}

/** Links from mails come without the SameSite=Strict cookie. Reloading from a page of ours sends it, so no loop. */
export function bounceCrossSiteNavigation(c: Context): Response | Promise<Response> | undefined {
  const isFromElsewhere = /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (!isFromElsewhere || parseSessionToken(c.req.header('cookie'))) return undefined
  const { pathname, search } = new URL(c.req.url)
  const address = `${pathname}${search}`
  const body = html`<h1>Continue to admin</h1><p><a href="${address}">Continue to admin</a></p>`
  return renderMessagePage({ title: 'Continue to admin', body, headers: { Refresh: `0; url=${address}` } })
}
