import { z } from 'zod'

/** The four figures on top of the maker's desk. Money is rupees. */
export const DashboardStats = z.object({
  totalRevenue: z.number(),
  ordersToday: z.int(),
  totalProducts: z.int(),
  lowStockCount: z.int(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** Work of one kind: how much, since when the oldest waits, and by when the next was promised, where that is known. */
const TodoQueue = z.object({
  count: z.int(),
  oldestAt: z.iso.datetime().nullable(),
  oldestDueAt: z.iso.datetime().nullable(),
})
export type TodoQueue = z.infer<typeof TodoQueue>

/** What waits for the maker now. */
export const TodoSummary = z.object({
  /** Custom chocolate that somebody wants to know the price of. */
  quotes: TodoQueue,
  /** Money that has to go back, or that belongs to no order. */
  money: TodoQueue,
  pack: TodoQueue,
  /** Custom chocolate whose quotation was accepted. */
  make: TodoQueue,
  /** What people wrote and nobody has answered. */
  problems: TodoQueue,
  /** Stories and reviews that nobody has read. */
  moderate: TodoQueue,
  stock: TodoQueue,
  /** Products of which unpaid orders hold more than half, with their names; the whole shop counts as one. */
  held: TodoQueue,
  heldNames: z.array(z.string()),
  /** Messages that were given up. */
  outbox: TodoQueue,
  /** The last order that was paid and is still to be packed. Money is rupees. */
  newestOrder: z.object({ orderId: z.string(), total: z.number(), paidAt: z.iso.datetime() }).nullable(),
  at: z.iso.datetime(),
})
export type TodoSummary = z.infer<typeof TodoSummary>
