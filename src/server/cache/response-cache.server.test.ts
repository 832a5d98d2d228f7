import { createServer } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenLocally } from '#src/testing/resources.ts'
import {
  createResponseCache,
  type RenderedResponse,
  type ResponseCache,
  sendCachedResponse,
} from './response-cache.server.ts'

const text = (body: string, shows: string[] | undefined): RenderedResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(body),
  tags: shows && new Set(shows),
})

function certain(): ResponseCache {
  const cache = createResponseCache()
  cache.setConsistent(true)
  return cache
}

/** A listener that gives what is kept, and 'not kept' otherwise. */
async function listenerOf(cache: ResponseCache): Promise<string> {
  const server = createServer((request, response) => {
    const ready = cache.find(request)
    if (ready) sendCachedResponse(ready, { request, response, requestId: 'test-1' })
    else response.end('not kept')
  })
  return `http://127.0.0.1:${await listenLocally(server)}`
}

const ask = async (url: string) => (await fetch(url)).text()

it('a response is rendered once and then served from the cache until its data changes', async () => {
  const cache = certain()
  const shop = await listenerOf(cache)
  expect(await ask(`${shop}/product/7`)).toBe('not kept')
  await cache.getOrCreate('/product/7', new Headers(), async () => text('ruby', ['products:7', 'settings']))
  await cache.getOrCreate('/products', new Headers(), async () => text('all', ['products']))
  cache.invalidate('products:8')
  expect([await ask(`${shop}/product/7`), await ask(`${shop}/products`)]).toEqual(['ruby', 'not kept'])
  cache.invalidate('settings')
  expect(await ask(`${shop}/product/7`)).toBe('not kept')
})

describe('a sale of something that stays plentiful', () => {
  const DELAY_MS = 2500
  const openCache = () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const cache = certain()
    const pages = ['/products', '/product/7', '/about'] as const
    const tags = { '/products': ['products'], '/product/7': ['products:7'], '/about': ['settings'] }
    const render = (body: string) =>
      Promise.all(pages.map((page) => cache.getOrCreate(page, new Headers(), async () => text(body, tags[page]))))
    const cachedPages = () => pages.filter((url) => cache.find({ url }))
    return { cache, render, cachedPages }
  }

  it('does not evict what was rendered a moment ago, however many there are, and does so soon after', async () => {
    const { cache, render, cachedPages } = openCache()
    await render('40 in stock')
    for (let sale = 0; sale < 20; sale++) {
      await vi.advanceTimersByTimeAsync(100)
      cache.invalidate('stock:7')
    }
    expect(cachedPages()).toEqual(['/products', '/product/7', '/about'])
    await vi.advanceTimersByTimeAsync(DELAY_MS - 2000 + 1000)
    expect(cachedPages()).toEqual(['/about'])
  })

  it('evicts at once what is older, and never what does not show the product', async () => {
    const { cache, render, cachedPages } = openCache()
    await render('40 in stock')
    await vi.advanceTimersByTimeAsync(DELAY_MS + 1)
    cache.invalidate('stock:8')
    expect(cachedPages()).toEqual(['/product/7', '/about'])
    cache.invalidate('stock:7')
    expect(cachedPages()).toEqual(['/about'])
  })

  it('leaves a copy for a busy shop, until the page is rendered again or anything else of it changes', async () => {
    const { cache, render, cachedPages } = openCache()
    const outdatedPages = async () => {
      await render('40 in stock')
      await vi.advanceTimersByTimeAsync(DELAY_MS + 1)
      cache.invalidate('stock:7')
      expect(cachedPages()).toEqual(['/about'])
      return () =>
        ['/products', '/product/7'].map((url) => cache.findEvenOutdated({ url })?.encodings.identity.bytes.toString())
    }
    const copies = await outdatedPages()
    expect(copies()).toEqual(['40 in stock', '40 in stock'])
    await render('39 in stock')
    expect(copies()).toEqual(['39 in stock', '39 in stock'])
    const later = await outdatedPages()
    cache.invalidate('products:7')
    expect(later()).toEqual([undefined, undefined])
  })

  it('leaves a copy until ten minutes after its rendering, and none once changes may have been missed', async () => {
    const { cache, render } = openCache()
    const isThere = () => cache.findEvenOutdated({ url: '/products' }) !== undefined
    await render('40 in stock')
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    cache.invalidate('stock:7')
    expect(isThere()).toBe(true)
    await vi.advanceTimersByTimeAsync(62_000)
    expect(isThere()).toBe(false)
    await render('39 in stock')
    await vi.advanceTimersByTimeAsync(DELAY_MS + 1)
    cache.invalidate('stock:7')
    expect(isThere()).toBe(true)
    for (const is of [false, true]) cache.setConsistent(is)
    expect(isThere()).toBe(false)
  })

  it('is seen soon on a page that is made of an older response', async () => {
    const { cache, render, cachedPages } = openCache()
    await render('40 in stock')
    await vi.advanceTimersByTimeAsync(100)
    cache.invalidate('stock:7')
    await vi.advanceTimersByTimeAsync(2000)
    await cache.getOrCreate('/', new Headers(), async () => text('40 in stock', ['products']))
    expect(cache.find({ url: '/' })).toBeDefined()
    await vi.advanceTimersByTimeAsync(DELAY_MS + 1000)
    expect([cache.find({ url: '/' })?.status, cachedPages()]).toEqual([undefined, ['/about']])
  })

  it('during a rendering shortens how long the page is kept', async () => {
    const { cache, cachedPages } = openCache()
    let finish = (_made: RenderedResponse) => {}
    const rendering = cache.getOrCreate('/products', new Headers(), () => new Promise((resolve) => (finish = resolve)))
    cache.invalidate('stock:7')
    finish(text('40 in stock', ['products']))
    await rendering
    expect(cachedPages()).toEqual(['/products'])
    await vi.advanceTimersByTimeAsync(DELAY_MS + 1000)
    expect(cachedPages()).toEqual([])
  })
})

it('concurrent requests share one rendering', async () => {
  const cache = certain()
  let made = 0
  const make = async () => {
    made += 1
    return text('ruby', [])
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => cache.getOrCreate('/', new Headers(), make)))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(20).fill('ruby'))
  expect(made).toBe(1)
})

it('a response is not cached when its data changed during rendering, and later visitors do not wait for it', async () => {
  const cache = certain()
  const shop = await listenerOf(cache)
  let finish = (_made: RenderedResponse) => {}
  const old = cache.getOrCreate('/', new Headers(), () => new Promise((resolve) => (finish = resolve)))
  cache.invalidate('products:7')
  const fresh = await cache.getOrCreate('/', new Headers(), async () => text('new price', ['products']))
  finish(text('old price', ['products']))
  expect([await fresh.text(), await (await old).text()]).toEqual(['new price', 'old price'])
  expect(await ask(shop)).toBe('new price')
})

it('a response is not cached when the connection for invalidations was lost during rendering', async () => {
  const cache = certain()
  const shop = await listenerOf(cache)
  let finish = (_made: RenderedResponse) => {}
  const making = cache.getOrCreate('/', new Headers(), () => new Promise((resolve) => (finish = resolve)))
  cache.setConsistent(false)
  cache.setConsistent(true)
  finish(text('perhaps old', []))
  expect(await (await making).text()).toBe('perhaps old')
  expect(await ask(shop)).toBe('not kept')
})

it('another address of the same page gets the cached response', async () => {
  const cache = certain()
  await cache.getOrCreate('/', new Headers(), async () => text('ruby', []))
  const again = await cache.getOrCreate('/', new Headers(), async () => text('made anew', []))
  expect(await again.clone().text()).toBe('ruby')
  const etag = again.headers.get('etag') ?? ''
  const known = await cache.getOrCreate('/', new Headers({ 'if-none-match': etag }), async () => text('made anew', []))
  expect(known.status).toBe(304)
})

it('personal responses are never cached, and nothing while invalidations may be missed', async () => {
  const cache = certain()
  const shop = await listenerOf(cache)
  await cache.getOrCreate('/mine', new Headers(), async () => text('mine', undefined))
  await cache.getOrCreate('/all', new Headers(), async () => text('all', []))
  cache.setConsistent(false)
  await cache.getOrCreate('/later', new Headers(), async () => text('later', []))
  const answers = await Promise.all(['/mine', '/all', '/later'].map((path) => ask(shop + path)))
  expect(answers).toEqual(['not kept', 'not kept', 'not kept'])
})

it('while the database is away, a refused request gets the copy that others got', async () => {
  const cache = certain()
  await cache.getOrCreate('/', new Headers(), async () => text('ruby', []))
  const copy = () => cache.findEvenOutdated({ url: '/' })?.encodings.identity.bytes.toString()
  cache.setConsistent(false)
  expect(copy()).toBeUndefined()
  const fail = async () => ({ ...text('busy', undefined), status: 503 })
  expect(await (await cache.getOrCreate('/', new Headers(), fail)).text()).toBe('ruby')
  expect(copy()).toBe('ruby')
})

it('a failed rendering fails for all who wait, and the next request renders again', async () => {
  const cache = certain()
  const failing = async () => Promise.reject(new Error('the database is away'))
  await expect(cache.getOrCreate('/', new Headers(), failing)).rejects.toThrow('away')
  expect(await (await cache.getOrCreate('/', new Headers(), async () => text('back', []))).text()).toBe('back')
})

it('a browser gets a compression that it accepts, and 304 for what it has', async () => {
  const cache = certain()
  const shop = await listenerOf(cache)
  const made = await cache.getOrCreate('/', new Headers({ 'accept-encoding': 'gzip, deflate, br' }), async () =>
    text('ruby '.repeat(500), []),
  )
  expect(made.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await made.arrayBuffer())).toString()).toHaveLength(2500)

  const encodingOf = async (accepted: string) =>
    (await fetch(shop, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
  expect(await encodingOf('gzip')).toBe('gzip')
  expect([await encodingOf('br;q=0, gzip'), await encodingOf('br; q=0, gzip')]).toEqual(['gzip', 'gzip'])
  expect(await encodingOf('identity')).toBeNull()

  const etag = (await fetch(shop)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
    const again = await fetch(shop, { headers: { 'if-none-match': known } })
    expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
  }
  expect((await fetch(shop, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
  const head = await fetch(shop, { method: 'HEAD' })
  expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true])
})

it('memory stays bounded, however many addresses are requested', async () => {
  const cache = createResponseCache({ maxBytes: 100_000 })
  cache.setConsistent(true)
  const shop = await listenerOf(cache)
  for (let nth = 0; nth < 50; nth++)
    await cache.getOrCreate(`/${nth}`, new Headers(), async () => text('ruby '.repeat(1000), []))
  expect([await ask(`${shop}/0`), (await ask(`${shop}/49`)).length]).toEqual(['not kept', 5000])
})
