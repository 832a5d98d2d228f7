import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { notingCalls } from '#src/platform/in-process-api.server.ts'
import type { Made } from '#src/platform/kept-answers.server.ts'
import { PUBLIC_PAGE_HEADERS } from './public-answers.server.ts'
import { shownBy } from './public-reads.ts'

type RenderPage = (request: Request, options: { context: { nonce: string } }) => Promise<Response> | Response

/** Renders a page for this visitor alone, with a nonce for its inline scripts. */
export async function answerPage(c: Context, render: RenderPage): Promise<Response> {
  const nonce = newNonce()
  const page = await render(c.req.raw, { context: { nonce } })
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value)
  headers.set('Cache-Control', 'private, no-cache')
  if (!import.meta.env.DEV) headers.set('Content-Security-Policy', contentSecurityPolicy([`'nonce-${nonce}'`]))
  return new Response(page.body, { status: statusOf(page, headers), headers })
}

/** A page that broke because one of its calls had better be made again later says so itself. */
function statusOf({ status }: Response, headers: Headers): number {
  if (status === 500 && headers.has('retry-after')) return 503
  headers.delete('retry-after')
  return status
}

/**
 * Renders a page for everybody who is not signed in: nothing of whoever asks reaches it, and its inline scripts are named
 * by their hashes, so that the same bytes can be sent again.
 */
export async function makePublicPage(address: URL, render: RenderPage): Promise<Made> {
  const nonce = newNonce()
  const calls = new Set<string>()
  const { page, html } = await notingCalls(calls, async () => {
    const page = await render(new Request(address), { context: { nonce } })
    return { page, html: (await page.text()).replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '') }
  })
  const headers = new Headers(page.headers)
  const status = statusOf(page, headers)
  const shows = status === 200 && !headers.has('set-cookie') ? shownBy(calls) : undefined
  return {
    status,
    headers: {
      ...Object.fromEntries(headers),
      ...SECURITY_HEADERS,
      ...(shows ? PUBLIC_PAGE_HEADERS : { 'cache-control': 'private, no-cache' }),
      'content-security-policy': contentSecurityPolicy(hashesOfScripts(html)),
    },
    body: Buffer.from(html),
    shows,
  }
}

const newNonce = () => randomBytes(16).toString('base64')

/** The camera is for scanning the code on a box; the rest of the device is none of our business. */
const PERMISSIONS_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), bluetooth=()'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': PERMISSIONS_POLICY,
}

/** Data blocks (JSON-LD) are no scripts: nothing runs them. */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g

function hashesOfScripts(html: string): string[] {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  )
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

function contentSecurityPolicy(ownScripts: string[]): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...ownScripts].join(' ')}`,
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
