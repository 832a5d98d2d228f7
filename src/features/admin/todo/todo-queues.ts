import type { AdminSearch } from '#src/browser/admin-page.ts'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'

type Place = { to: string; search?: AdminSearch & { view?: string; tab?: string } }

export type TodoQueueName = Exclude<keyof TodoSummary, 'heldNames' | 'newestOrder' | 'unreachedAlerts' | 'at'>

type Tile = {
  queue: TodoQueueName
  one: string
  many: string
  place: Place
  /** Prefixes of the query keys that are invalidated when this queue changes. */
  shownBy: readonly string[]
}

/** The queues in working order: what a person waits for comes first. */
export const TODO_TILES: readonly Tile[] = [
  {
    queue: 'quotes',
    one: 'quote to price',
    many: 'quotes to price',
    place: { to: '/admin/custom-orders', search: { status: 'quote-pending' } },
    shownBy: ['/api/admin/custom-orders'],
  },
  {
    queue: 'money',
    one: 'payment to decide',
    many: 'payments to decide',
    place: { to: '/admin/payments', search: { status: 'decide' } },
    shownBy: ['/api/admin/payments', '/api/admin/money'],
  },
  {
    queue: 'pack',
    one: 'order to pack',
    many: 'orders to pack',
    place: { to: '/admin', search: { status: 'pack' } },
    shownBy: ['/api/orders', '/api/admin/orders'],
  },
  {
    queue: 'make',
    one: 'custom order to make',
    many: 'custom orders to make',
    place: { to: '/admin/custom-orders', search: { status: 'confirmed' } },
    shownBy: ['/api/admin/custom-orders'],
  },
  {
    queue: 'parcels',
    one: 'parcel with a delivery problem',
    many: 'parcels with delivery problems',
    place: { to: '/admin', search: { status: 'trouble' } },
    shownBy: ['/api/orders', '/api/admin/orders'],
  },
  {
    queue: 'problems',
    one: 'message to answer',
    many: 'messages to answer',
    place: { to: '/admin', search: { view: 'inbox' } },
    shownBy: ['/api/admin/inbox'],
  },
  {
    queue: 'moderate',
    one: 'story or review to read',
    many: 'stories and reviews to read',
    place: { to: '/admin', search: { view: 'moderation' } },
    shownBy: ['/api/admin/moderation'],
  },
  {
    queue: 'stock',
    one: 'product low in stock',
    many: 'products low in stock',
    place: { to: '/admin', search: { tab: 'products', status: 'low' } },
    shownBy: ['/api/admin/products'],
  },
  {
    queue: 'incomplete',
    one: 'product on sale lacks facts of its label',
    many: 'products on sale lack facts of their label',
    place: { to: '/admin', search: { tab: 'products', status: 'incomplete' } },
    shownBy: ['/api/admin/products'],
  },
  {
    queue: 'held',
    one: 'product reserved by unpaid orders',
    many: 'products reserved by unpaid orders',
    place: { to: '/admin', search: { status: 'unpaid' } },
    shownBy: ['/api/orders', '/api/admin/products'],
  },
  {
    queue: 'outbox',
    one: 'message that failed',
    many: 'messages that failed',
    place: { to: '/admin', search: { view: 'messages', status: 'failed' } },
    shownBy: ['/api/admin/messages'],
  },
  {
    queue: 'stuckMails',
    one: 'mail that the mail server does not take',
    many: 'mails that the mail server does not take',
    place: { to: '/admin', search: { view: 'messages', status: 'waiting' } },
    shownBy: ['/api/admin/messages'],
  },
]

export function countTodos(today: TodoSummary): number {
  return TODO_TILES.reduce((sum, { queue }) => sum + today[queue].count, 0)
}

export function findChangedQueues(before: TodoSummary, after: TodoSummary): TodoQueueName[] {
  const isSame = (one: TodoQueue, other: TodoQueue) =>
    one.count === other.count && one.oldestAt === other.oldestAt && one.oldestDueAt === other.oldestDueAt
  return TODO_TILES.map(({ queue }) => queue).filter((queue) => !isSame(before[queue], after[queue]))
}

/** The order that was paid in between. An older one that became the newest, by packing, is not new. */
export function findNewOrder(before: TodoSummary, after: TodoSummary): TodoSummary['newestOrder'] {
  const [known, newest] = [before.newestOrder, after.newestOrder]
  return newest && newest.paidAt > (known?.paidAt ?? before.at) && newest.orderId !== known?.orderId ? newest : null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SOON_MS = 10 * MINUTE_MS

export type Deadline = { text: string; tone: 'calm' | 'soon' | 'late' }

/** Time left until a deadline: amber below ten minutes, red and counting up after it. */
export function formatDeadline(dueAt: string, now: number): Deadline {
  const left = Date.parse(dueAt) - now
  if (left < 0) return { text: `${lengthOf(-left)} late`, tone: 'late' }
  return { text: `${lengthOf(left)} left`, tone: left < SOON_MS ? 'soon' : 'calm' }
}

export function formatAge(since: string, now: number): string {
  const waited = now - Date.parse(since)
  return waited < MINUTE_MS ? 'just now' : `oldest ${roughly(waited)}`
}

function lengthOf(ms: number): string {
  if (ms >= HOUR_MS) return roughly(ms)
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function roughly(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  const minutes = ms < 3 * HOUR_MS ? Math.floor((ms % HOUR_MS) / MINUTE_MS) : 0
  return `${Math.floor(ms / HOUR_MS)} h${minutes > 0 ? ` ${minutes} min` : ''}`
}
