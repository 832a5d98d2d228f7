import { expect, it } from 'vitest'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { countTodos, findChangedQueues, findNewOrder, formatAge, formatDeadline, TODO_TILES } from './todo-queues.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const nothing: TodoQueue = { count: 0, oldestAt: null, oldestDueAt: null }

function aDay(waiting: Partial<TodoSummary> = {}): TodoSummary {
  const queues = Object.fromEntries(TODO_TILES.map(({ queue }) => [queue, nothing])) as Omit<
    TodoSummary,
    'heldNames' | 'newestOrder' | 'unreachedAlerts' | 'at'
  >
  return { ...queues, heldNames: [], newestOrder: null, unreachedAlerts: [], at: at(0), ...waiting }
}

it('a promise is counted down: calm, amber under ten minutes, red and counting up when it is broken', () => {
  expect(formatDeadline(at(29.5), now)).toEqual({ text: '29:30 left', tone: 'calm' })
  expect(formatDeadline(at(10), now)).toEqual({ text: '10:00 left', tone: 'calm' })
  expect(formatDeadline(at(9.75), now)).toEqual({ text: '9:45 left', tone: 'soon' })
  expect(formatDeadline(at(0), now)).toEqual({ text: '0:00 left', tone: 'soon' })
  expect(formatDeadline(at(-1.05), now)).toEqual({ text: '1:03 late', tone: 'late' })
  expect(formatDeadline(at(-150), now)).toEqual({ text: '2 h 30 min late', tone: 'late' })
  expect(formatDeadline(at(23 * 60 + 5), now)).toEqual({ text: '23 h left', tone: 'calm' })
})

it('an age is told as people tell it', () => {
  const ages = [0.5, 1, 59, 60, 125, 600, 47 * 60, 5 * 24 * 60].map((minutes) => formatAge(at(-minutes), now))
  expect(ages).toEqual([
    'just now',
    'oldest 1 min',
    'oldest 59 min',
    'oldest 1 h',
    'oldest 2 h 5 min',
    'oldest 10 h',
    'oldest 47 h',
    'oldest 5 days',
  ])
})

it('the tab counts everything that waits', () => {
  expect(countTodos(aDay())).toBe(0)
  expect(countTodos(aDay({ pack: { ...nothing, count: 11 }, stock: { ...nothing, count: 4 } }))).toBe(15)
})

it('a queue has changed when it is longer, or when another is its oldest', () => {
  const before = aDay({ pack: { ...nothing, count: 2, oldestAt: at(-30) }, quotes: { ...nothing, count: 1 } })
  const after = aDay({ pack: { ...nothing, count: 2, oldestAt: at(-20) }, quotes: { ...nothing, count: 1 } })
  expect(findChangedQueues(before, { ...before, at: at(1) })).toEqual([])
  expect(findChangedQueues(before, after)).toEqual(['pack'])
})

it('an order is new when it was paid since, not when it is the newest again', () => {
  const first = { orderId: 'ORD_1', total: 450, paidAt: at(-10) }
  const second = { orderId: 'ORD_2', total: 900, paidAt: at(-1) }
  expect(findNewOrder(aDay({ newestOrder: first }), aDay({ newestOrder: second }))).toEqual(second)
  expect(findNewOrder(aDay({ newestOrder: second }), aDay({ newestOrder: first }))).toBeNull()
  expect(findNewOrder(aDay({ newestOrder: first }), aDay({ newestOrder: first }))).toBeNull()
  expect(findNewOrder(aDay(), aDay({ newestOrder: { ...second, paidAt: at(1) } }))).toMatchObject({ orderId: 'ORD_2' })
  expect(findNewOrder(aDay(), aDay({ newestOrder: first }))).toBeNull()
})
