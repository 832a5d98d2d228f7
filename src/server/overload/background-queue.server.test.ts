import { expect, it, onTestFinished, vi } from 'vitest'
import { getRequestContext, runInRequestContext } from '#src/server/http/request-context.server.ts'
import { createBackgroundQueue } from './background-queue.server.ts'

/** A queue whose items take 100 ms each; slow ones take 10 s. */
function backgroundQueue() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ran: string[] = []
  const contexts = new Set<string | undefined>()
  const { add, isUnusable } = createBackgroundQueue<string>({
    run: async (path) => {
      ran.push(path)
      contexts.add(getRequestContext()?.route)
      await new Promise((resolve) => setTimeout(resolve, path === '/slow' ? 10_000 : 100))
      if (path === '/broken') throw new Error('The database is away')
      return path.startsWith('/product/9') ? 60_000 : 0
    },
  })
  const refuse = (...paths: string[]) => {
    for (const path of paths) add(path, path)
  }
  return { ran, contexts, refuse, isUnusable }
}

it('an overloaded shop renders one missing page at a time, then leaves three times as long to other requests', async () => {
  const { ran, refuse } = backgroundQueue()
  refuse('/about', '/about', '/contact', '/products')
  await vi.advanceTimersByTimeAsync(399)
  expect(ran).toEqual(['/about'])
  await vi.advanceTimersByTimeAsync(1)
  refuse('/')
  expect(ran).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(ran.toSorted()).toEqual(['/', '/about', '/contact', '/products'])
})

it('an overloaded shop goes on two seconds after a page that broke, or that waited long for the database', async () => {
  const { ran, refuse } = backgroundQueue()
  refuse('/broken')
  await vi.advanceTimersByTimeAsync(2099)
  refuse('/slow')
  expect(ran).toEqual(['/broken'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual(['/broken', '/slow'])
  await vi.advanceTimersByTimeAsync(11_999)
  refuse('/products')
  expect(ran).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual(['/broken', '/slow', '/products'])
})

it('an overloaded shop renders first what it refused most often, and soon forgets what none asked for again', async () => {
  const { ran, refuse } = backgroundQueue()
  const invented = Array.from({ length: 100 }, (_, nth) => `/product/9${nth}`)
  refuse(...invented.slice(0, 50), '/products', '/products', ...invented.slice(50))
  await vi.advanceTimersByTimeAsync(400)
  expect(ran).toEqual(['/product/90', '/products'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ran.length).toBeLessThan(20)
})

it('an overloaded shop does not render again what it cannot send', async () => {
  const { ran, refuse, isUnusable } = backgroundQueue()
  refuse('/product/90', '/products')
  await vi.advanceTimersByTimeAsync(1000)
  refuse('/product/90', '/products')
  await vi.advanceTimersByTimeAsync(1000)
  expect(ran).toEqual(['/product/90', '/products', '/products'])
  expect(['/product/90', '/products'].map(isUnusable)).toEqual([true, false])
})

it('background work is not logged as part of the request that was refused first', async () => {
  const { contexts, refuse } = backgroundQueue()
  runInRequestContext({ id: 'first', route: '/orders', userId: 'asha' }, () => refuse('/products', '/about'))
  await vi.advanceTimersByTimeAsync(1000)
  expect([...contexts]).toEqual(['background'])
})
