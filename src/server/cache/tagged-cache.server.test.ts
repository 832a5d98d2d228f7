import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTaggedCache } from './tagged-cache.server.ts'

const PAGE = '/products'

/** A cache of one page, whose content and tags are given with each rendering. */
function openCache() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = createTaggedCache<{ text: string; tags: Set<string> }>({ maxSize: 10, sizeOf: () => 1 })
  cache.setConsistent(true)
  const render = (text: string, tags: string[]) => cache.getOrCreate(PAGE, async () => ({ text, tags: new Set(tags) }))
  return {
    cache,
    render,
    cached: () => cache.get(PAGE)?.text,
    copy: () => cache.getEvenOutdated(PAGE)?.text,
  }
}

describe('a page that is rendered again after a sale', () => {
  it('stays as long as any other, although the page before it was about to be evicted', async () => {
    const { cache, render, cached } = openCache()
    await render('40 in stock, 450 rupees', ['products:7'])
    cache.invalidate('stock:7')
    await vi.advanceTimersByTimeAsync(2000)
    cache.invalidate('products:7')
    await render('39 in stock, 500 rupees', ['products:7'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(cached()).toBe('39 in stock, 500 rupees')
    await vi.advanceTimersByTimeAsync(1000)
    expect(cached()).toBeUndefined()
  })

  it('leaves no older copy for a busy shop, once it has itself become wrong', async () => {
    const { cache, render, cached, copy } = openCache()
    await render('Ruby: 40 in stock', ['products:7'])
    await vi.advanceTimersByTimeAsync(3000)
    cache.invalidate('stock:7')
    expect([cached(), copy()]).toEqual([undefined, 'Ruby: 40 in stock'])
    await render('Ruby: 39 in stock; new: Noir', ['products:7', 'products:8'])
    cache.invalidate('products:8')
    expect([cached(), copy()]).toEqual([undefined, undefined])
  })
})
