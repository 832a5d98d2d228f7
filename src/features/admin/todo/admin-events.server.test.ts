import { setTimeout as passed } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { createTodoPoller } from './admin-events.server.ts'

const EVERY_MS = 10
const nothing: TodoQueue = { count: 0, oldestAt: null, oldestDueAt: null }

function createShop() {
  const shop = { orders: 1, queries: 0, broken: false }
  const look = async (): Promise<TodoSummary> => {
    shop.queries += 1
    if (shop.broken) throw new Error('the database is away')
    const pack = { ...nothing, count: shop.orders }
    const others = {
      quotes: nothing,
      money: nothing,
      make: nothing,
      parcels: nothing,
      problems: nothing,
      moderate: nothing,
    }
    const at = new Date(Date.now() + shop.queries).toISOString()
    const products = { stock: nothing, incomplete: nothing, held: nothing }
    const rest = { heldNames: [], outbox: nothing, stuckMails: nothing, newestOrder: null, unreachedAlerts: [] }
    return { ...others, ...products, ...rest, pack, at }
  }
  return { shop, watch: createTodoPoller(look, EVERY_MS) }
}

/** Longer than the poll interval, however busy the machine is. */
const severalIntervals = () => passed(20 * EVERY_MS)

function subscribe(watch: ReturnType<typeof createTodoPoller>) {
  const counts: number[] = []
  return { counts, stop: watch.listen(({ pack }) => counts.push(pack.count)) }
}

it('publishes the summary, and then only changes', async () => {
  const { shop, watch } = createShop()
  const { counts, stop } = subscribe(watch)
  await severalIntervals()
  expect(counts).toEqual([1])
  shop.orders = 2
  await severalIntervals()
  stop()
  expect(counts).toEqual([1, 2])
  expect(shop.queries).toBeGreaterThan(2)
})

it('queries once for all subscribers, and serves a late one at once', async () => {
  const { shop, watch } = createShop()
  const first = subscribe(watch)
  await severalIntervals()
  const before = shop.queries
  const second = subscribe(watch)
  expect([second.counts, shop.queries]).toEqual([[1], before])
  shop.orders = 5
  await severalIntervals()
  expect([first.counts, second.counts]).toEqual([
    [1, 5],
    [1, 5],
  ])
  first.stop()
  second.stop()
})

it('stops querying without subscribers, and restarts with the next', async () => {
  const { shop, watch } = createShop()
  await severalIntervals()
  expect(shop.queries).toBe(0)
  subscribe(watch).stop()
  await severalIntervals()
  const before = shop.queries
  await severalIntervals()
  expect(shop.queries).toBe(before)
  shop.orders = 3
  const { counts, stop } = subscribe(watch)
  await severalIntervals()
  expect(counts).toEqual([3])
  stop()
})

it('continues after a short database outage', async () => {
  const { shop, watch } = createShop()
  const { counts, stop } = subscribe(watch)
  await severalIntervals()
  expectConsoleError()
  shop.broken = true
  await severalIntervals()
  shop.broken = false
  shop.orders = 4
  await severalIntervals()
  stop()
  expect(counts).toEqual([1, 4])
})
