import { z } from 'zod'
import { URGENT_KINDS } from '#src/features/auth/alerts/alert-kinds.ts'

export const DashboardStats = z.object({
  totalRevenue: z.number(),
  ordersToday: z.int(),
  totalProducts: z.int(),
  lowStockCount: z.int(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** One queue: how many items, the age of the oldest, and the next deadline where there is one. */
const TodoQueue = z.object({
  count: z.int(),
  oldestAt: z.iso.datetime().nullable(),
  oldestDueAt: z.iso.datetime().nullable(),
})
export type TodoQueue = z.infer<typeof TodoQueue>

export const TodoSummary = z.object({
  quotes: TodoQueue,
  money: TodoQueue,
  pack: TodoQueue,
  make: TodoQueue,
  parcels: TodoQueue,
  problems: TodoQueue,
  moderate: TodoQueue,
  stock: TodoQueue,
  /** Products on sale that lack facts of their label. */
  incomplete: TodoQueue,
  /** Products of which unpaid orders reserve more than half; the shop as a whole counts as one. */
  held: TodoQueue,
  heldNames: z.array(z.string()),
  outbox: TodoQueue,
  /** Mails that wait for a mail server that does not take them. */
  stuckMails: TodoQueue,
  /** The latest paid order that is not packed. Money is in rupees. */
  newestOrder: z.object({ orderId: z.string(), total: z.number(), paidAt: z.iso.datetime() }).nullable(),
  unreachedAlerts: z.array(z.enum(URGENT_KINDS)),
  at: z.iso.datetime(),
})
export type TodoSummary = z.infer<typeof TodoSummary>
