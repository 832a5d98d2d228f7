import { setTimeout as passed } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { createTodoPoller } from './admin-events.server.ts'

const EVERY_MS = 10
const nothing: TodoQueue = { count: 0, oldestAt: null, oldestDueAt: null }

/** A desk on which orders to pack lie, and how often somebody counted them. */
function openAdmin() {
  const desk = { orders: 1, looks: 0, broken: false }
  const look = async (): Promise<TodoSummary> => {
    desk.looks += 1
    if (desk.broken) throw new Error('the database is away')
    const pack = { ...nothing, count: desk.orders }
    const others = { quotes: nothing, money: nothing, make: nothing, problems: nothing, moderate: nothing }
    const at = new Date(Date.now() + desk.looks).toISOString()
    return { ...others, pack, stock: nothing, held: nothing, heldNames: [], outbox: nothing, newestOrder: null, at }
  }
  return { desk, watch: createTodoPoller(look, EVERY_MS) }
}

/** Longer than the watch waits, however busy the machine. */
const aWhile = () => passed(20 * EVERY_MS)

function aListener(watch: ReturnType<typeof createTodoPoller>) {
  const heard: number[] = []
  return { heard, stop: watch.listen(({ pack }) => heard.push(pack.count)) }
}

it('tells how things stand, and then only what has changed', async () => {
  const { desk, watch } = openAdmin()
  const { heard, stop } = aListener(watch)
  await aWhile()
  expect(heard).toEqual([1])
  desk.orders = 2
  await aWhile()
  stop()
  expect(heard).toEqual([1, 2])
  expect(desk.looks).toBeGreaterThan(2)
})

it('looks once for all who listen, and tells who comes later at once', async () => {
  const { desk, watch } = openAdmin()
  const first = aListener(watch)
  await aWhile()
  const before = desk.looks
  const second = aListener(watch)
  expect([second.heard, desk.looks]).toEqual([[1], before])
  desk.orders = 5
  await aWhile()
  expect([first.heard, second.heard]).toEqual([
    [1, 5],
    [1, 5],
  ])
  first.stop()
  second.stop()
})

it('asks nothing while nobody listens, and begins anew with the next', async () => {
  const { desk, watch } = openAdmin()
  await aWhile()
  expect(desk.looks).toBe(0)
  aListener(watch).stop()
  await aWhile()
  const before = desk.looks
  await aWhile()
  expect(desk.looks).toBe(before)
  desk.orders = 3
  const { heard, stop } = aListener(watch)
  await aWhile()
  expect(heard).toEqual([3])
  stop()
})

it('goes on when the database was away for a moment', async () => {
  const { desk, watch } = openAdmin()
  const { heard, stop } = aListener(watch)
  await aWhile()
  expectConsoleError()
  desk.broken = true
  await aWhile()
  desk.broken = false
  desk.orders = 4
  await aWhile()
  stop()
  expect(heard).toEqual([1, 4])
})
