import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { Hono } from 'hono'
import { use } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderToHtml } from '#src/server/render/render-to-html.server.tsx'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { bounceCrossSiteNavigation, sendPage } from './page-response.server.ts'

async function pageOf(status: number, headers: Record<string, string> = {}) {
  const server = new Hono().get('/', (c) =>
    sendPage(c, { render: () => new Response('A page', { status, headers }), https: false }, { hidesAddress: false }),
  )
  const answer = await server.request('/')
  return [answer.status, answer.headers.get('retry-after')]
}

it('a page whose loader gets a retryable error has the same status and Retry-After', async () => {
  expect(await pageOf(500, { 'Retry-After': '5' })).toEqual([503, '5'])
})

it('a failed page stays failed, and one that does not need the call succeeds', async () => {
  expect(await pageOf(500)).toEqual([500, null])
  expect(await pageOf(200, { 'Retry-After': '5' })).toEqual([200, null])
})

it('a page redirects by path alone, never to what the Host or a second slash says', async () => {
  const sentTo = async (path: string, location: string) => {
    const render = () => new Response(null, { status: 308, headers: { location } })
    const server = new Hono().get('*', (c) => sendPage(c, { render, https: true }, { hidesAddress: false }))
    return (await server.request(`http://evil.example${path}`)).headers.get('location')
  }
  expect(await sentTo('//x', 'http://evil.example/x')).toBe('/x')
  expect(await sentTo('//x//y', 'http://evil.example//x//y?a=1#b')).toBe('/x//y?a=1#b')
  expect(await sentTo('/products/', '/products')).toBe('/products')
  expect(await sentTo('/pay', 'https://bank.example/pay')).toBe('https://bank.example/pay')
})

it.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
])('a personal page is compressed for a client that accepts %s', async (accepted, encoding, unpack) => {
  const words = 'A page of many words. '.repeat(100)
  const render = () => new Response(words)
  const server = new Hono().get('/', (c) => sendPage(c, { render, https: false }, { hidesAddress: false }))
  const packed = await server.request('/', { headers: { 'accept-encoding': accepted } })
  expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
  expect(unpack(Buffer.from(await packed.arrayBuffer())).toString()).toBe(words)
  const plain = await server.request('/')
  expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual([words, null])
})

const NEVER = new Promise<never>(() => {})

async function aPageThatNeverComes(signal?: AbortSignal) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const routeTree = createRootRoute({ component: () => use(NEVER) })
  const router = createRouter({ routeTree, isServer: true, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  const request = new Request('http://shop.example/', signal ? { signal } : {})
  return { router, request, responseHeaders: new Headers() } as unknown as Parameters<typeof renderToHtml>[0]
}

it('a page with a part that never completes times out after ten seconds, with Retry-After', async () => {
  expectConsoleError()
  const page = await aPageThatNeverComes()
  const server = new Hono().get('/', (c) =>
    sendPage(c, { render: async () => (await renderToHtml(page)) as Response, https: false }, { hidesAddress: false }),
  )
  const answer = Promise.resolve(server.request('/'))
  await vi.advanceTimersByTimeAsync(10_000)
  const { status, headers } = await answer
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})

it('a page is aborted at once when its client disconnects', async () => {
  const gone = new AbortController()
  const made = Promise.resolve(renderToHtml(await aPageThatNeverComes(gone.signal)))
  // As the server says it, which gives no error as the reason.
  gone.abort('Client connection prematurely closed.')
  expect(await made).toMatchObject({ status: 499 })
  // A timer that still ran would log an error, which fails the test.
  await vi.advanceTimersByTimeAsync(10_000)
})

it('an admin page that is opened from a mail reloads once to get its cookie, and no other page does', async () => {
  const server = new Hono().get('/admin', (c) => bounceCrossSiteNavigation(c) ?? c.text('The desk'))
  const come = (headers: Record<string, string>) => server.request('/admin?view=products&q=%22a', { headers })
  const sentOn = await come({ 'sec-fetch-site': 'cross-site' })
  expect([sentOn.status, sentOn.headers.get('refresh')]).toEqual([200, '0; url=/admin?view=products&q=%22a'])
  expect(sentOn.headers.get('cache-control')).toBe('private, no-store')
  const cookie = `shop_session=${'a'.repeat(43)}`
  const atHome: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    {},
    { cookie, 'sec-fetch-site': 'none' },
  ]
  for (const headers of [...atHome, { cookie, 'sec-fetch-site': 'cross-site' }])
    expect(await (await come(headers)).text()).toBe('The desk')
})
