import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { servePages } from '#src/app/pages/page-policies.server.ts'
import { type PageOptions, renderPublicPage, sendPage } from '#src/app/pages/page-response.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { addSecurityHeaders, DENY_DEVICE_PERMISSIONS } from '#src/server/http/security-headers.server.ts'
import { renderPrintPage } from '#src/server/render/print-page.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { type FullApi, postJson } from './post-json.ts'

// In development pages have no policy.
beforeEach(() => vi.stubEnv('DEV', false))
afterEach(() => {
  vi.unstubAllEnvs()
  configureProcess({ publicUrl: 'http://localhost:3000' })
})

/** A rendered page with the nonce on its inline scripts and in its data. */
const render: PageOptions['render'] = (request, { context: { nonce } }) => {
  if (new URL(request.url).pathname === '/nowhere') return new Response('404 Page Not Found', { status: 404 })
  return new Response(`<script nonce="${nonce}">self.cart=1</script><script type="application/ld+json">{}</script>
    <script src="/assets/app.js" nonce="${nonce}"></script><p>${nonce}</p>`)
}

function pages(https: boolean) {
  const app = new Hono()
  servePages(app, (c, { policy }) => sendPage(c, { render, https }, policy))
  return app
}
const tagsOf = () => new Set<string>()
const cachedPage = (https: boolean, path = '/products') =>
  renderPublicPage(new URL(path, 'http://localhost'), { render, https, tagsOf })

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
}
const OVER_HTTPS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** A response of every kind. */
async function everyKind(api: FullApi, cookie: string, https: boolean): Promise<Record<string, Headers>> {
  const answers = {
    data: await api.request('/api/categories'),
    'a call that is not there': await api.request('/api/nothing'),
    'a method that is not there': await api.request('/api/products', {
      method: 'DELETE',
      headers: { origin: 'http://localhost' },
    }),
    'a refusal': await api.request('/api/orders'),
    'bad input': await postJson(api, '/api/contact'),
    'a stranger': await postJson(api, '/api/contact', { origin: 'https://evil.example' }),
    'the form to sign in': await api.request('/api/login'),
    'a file': await api.request('/api/admin/products.csv', { headers: { cookie } }),
    'a page to print': await new Hono()
      .use(addSecurityHeaders({ https }))
      .get('/', () => renderPrintPage({ title: 'Label', paper: 'label', hint: html``, body: html`` }))
      .request('/'),
    'a page': await pages(https).request('/products'),
    'a page that is not there': await pages(https).request('/nowhere'),
    'a cached page': new Response('', await cachedPage(https)),
  }
  return Object.fromEntries(Object.entries(answers).map(([kind, { headers }]) => [kind, headers]))
}

describe('the headers of the shop', () => {
  it('are on every kind of response; only over https do they require https', async () => {
    const database = await testDatabase()
    const { cookie } = await createAdmin(database.db)
    const kinds = await everyKind(createFullApi(database), cookie, false)
    for (const [kind, headers] of Object.entries(kinds)) {
      expect({ kind, ...Object.fromEntries(headers) }).toMatchObject(EVERYWHERE)
      expect([kind, headers.get('strict-transport-security')]).toEqual([kind, null])
      expect([kind, headers.get('content-security-policy')]).not.toEqual([kind, expect.stringContaining('upgrade')])
    }
    const secure = createFullApi(database, { PUBLIC_URL: 'https://shop.example' })
    const overHttps = await everyKind(secure, cookie.replaceAll('shop_session', '__Host-shop_session'), true)
    for (const [kind, headers] of Object.entries(overHttps))
      expect({ kind, ...Object.fromEntries(headers) }).toMatchObject({ ...EVERYWHERE, ...OVER_HTTPS })
    expect(overHttps['a page']?.get('content-security-policy')).toContain('; upgrade-insecure-requests; ')
    expect(overHttps['a cached page']?.get('content-security-policy')).toContain('; upgrade-insecure-requests; ')
  })

  it('forbid caching of refusals and personal data', async () => {
    const database = await testDatabase()
    const { cookie } = await createAdmin(database.db)
    const kinds = await everyKind(createFullApi(database), cookie, false)
    const cacheable = Object.entries(kinds).filter(([, headers]) => !headers.get('cache-control')?.includes('no-store'))
    expect(cacheable.map(([kind]) => kind)).toEqual(['data', 'a page', 'a page that is not there', 'a cached page'])
    expect(kinds['a page']?.get('cache-control')).toBe('private, no-cache')
  })

  it('of a page allow the camera of the scanner and nothing else of the device', async () => {
    const { headers } = await pages(false).request('/traceability')
    expect(headers.get('permissions-policy')).toBe('camera=(self), microphone=(), geolocation=(), payment=(), usb=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it('name no unknown feature, which browsers report in the console', async () => {
    const known = /^(camera|microphone|geolocation|payment|usb)=\((self)?\)$/
    for (const policy of [(await pages(false).request('/')).headers.get('permissions-policy'), DENY_DEVICE_PERMISSIONS])
      expect(policy?.split(', ').filter((feature) => !known.test(feature))).toEqual([])
  })

  it('of the checkout and of orders send no referrer', async () => {
    for (const path of ['/checkout', '/orders', '/orders/7'])
      expect((await pages(false).request(path)).headers.get('referrer-policy')).toBe('no-referrer')
    expect((await pages(false).request('/products')).headers.get('referrer-policy')).not.toBe('no-referrer')
  })
})

const scriptSources = (policy: string | null | undefined) => /script-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ')

describe('a script in a page', () => {
  it('of one visitor runs by a nonce that no other page has', async () => {
    const nonces = new Set<string>()
    for (let page = 0; page < 50; page++) {
      const answer = await pages(false).request('/products')
      const [self, nonce = '', ...others] = scriptSources(answer.headers.get('content-security-policy')) ?? []
      expect([self, nonce, others]).toEqual(["'self'", expect.stringMatching(/^'nonce-[A-Za-z0-9+/]{22}=='$/), []])
      expect(await answer.text()).toContain(nonce.slice(7, -1))
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(50)
  })

  it('on a cached page runs by its hash: the page has no nonce to read and reuse', async () => {
    const { headers, body } = await cachedPage(false)
    const hash = createHash('sha256').update('self.cart=1').digest('base64')
    expect(scriptSources(headers['content-security-policy'])).toEqual(["'self'", `'sha256-${hash}'`])
    expect(body.toString()).not.toContain('nonce')
    expect(body.toString()).toContain('<p></p>')
    expect((await cachedPage(false)).body).toEqual(body)
  })

  it('attack M2: injected into a cached page with a text gets no hash', async () => {
    const injected = '<p><script>stolen()</script><script nonce="guess">stolen(2)</script></p>'
    const { headers, body } = await renderPublicPage(new URL('http://localhost/products'), {
      render: (_request, { context: { nonce } }) =>
        new Response(`<script nonce="${nonce}">self.nonce="${nonce}"</script>${injected}`),
      https: false,
      tagsOf,
    })
    expect(body.toString()).toContain('stolen()')
    const hash = createHash('sha256').update('self.nonce=""').digest('base64')
    expect(scriptSources(headers['content-security-policy'])).toEqual(["'self'", `'sha256-${hash}'`])
  })

  it('is never allowed just for being inline, nor from text', async () => {
    const policies = [
      (await pages(true).request('/')).headers.get('content-security-policy'),
      (await cachedPage(true)).headers['content-security-policy'],
    ]
    for (const policy of policies) {
      expect(scriptSources(policy)?.join(' ')).not.toMatch(/unsafe-|strict-dynamic|https?:|\*|data:|blob:/)
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("form-action 'self'")
    }
  })
})

describe('violation reports', () => {
  it('are accepted in both formats, without page addresses, ten times a minute', async () => {
    const api = createFullApi(await testDatabase())
    const old = {
      'csp-report': {
        'document-uri': 'https://x/orders/7',
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'inline',
      },
    }
    const young = [
      { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'http://evil.example/a?b=c' } },
    ]
    const sendReport = (report: unknown, type: string) =>
      postJson(api, '/api/csp-report', { origin: 'null', 'content-type': type, body: JSON.stringify(report) })
    expect((await sendReport(old, 'application/csp-report')).status).toBe(204)
    expect((await sendReport(young, 'application/reports+json')).status).toBe(204)
    expect((await sendReport('\r\nforged line', 'application/json')).status).toBe(204)
    expect((await sendReport('x'.repeat(9 * 1024), 'application/csp-report')).status).toBe(413)
    const burst = await Promise.all(Array.from({ length: 20 }, () => sendReport(old, 'application/csp-report')))
    expect(burst.filter(({ status }) => status === 204)).toHaveLength(7)
  })
})
