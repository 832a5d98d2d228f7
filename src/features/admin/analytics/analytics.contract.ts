import { z } from 'zod'

/** The three figures that can be opened: what they count is listed behind them. */
export const Figure = z.enum(['revenue', 'orders', 'customers'])
export type Figure = z.infer<typeof Figure>

/** What the Analytics tab shows. Money is rupees, days and weeks are India's. */
export const Analytics = z.object({
  /** Money received since the first of the month, less what goes back of it. */
  revenueThisMonth: z.number(),
  /** Paid since Monday and not cancelled. */
  ordersThisWeek: z.int(),
  /** Whose first order was paid this month. */
  newCustomers: z.int(),
  asOf: z.iso.datetime(),
  /** Nothing but the demo's sample history is behind the figures. */
  sample: z.boolean(),
  /** Sample orders are counted, perhaps beside real ones. */
  includesSample: z.boolean(),
  /** Thirty days, today last. */
  revenueByDay: z.array(z.object({ day: z.iso.date(), revenue: z.number() })),
  bestSellers: z.array(z.object({ productId: z.int(), name: z.string(), pieces: z.int() })),
  /** By the Monday of the week in which the quotation was promised; this week last. */
  quotePromise: z.array(z.object({ week: z.iso.date(), kept: z.int(), broken: z.int() })),
  /** Products that will be gone first at the pace of the last 28 days. */
  stockCover: z.array(z.object({ productId: z.int(), name: z.string(), available: z.int(), days: z.int() })),
})
export type Analytics = z.infer<typeof Analytics>

/** One row behind a figure. `amount` is below zero where money goes back. */
export const FigureRow = z.object({
  id: z.uuid(),
  kind: z.enum(['payment', 'refund', 'order', 'first-order']),
  at: z.iso.datetime(),
  /** The order's own id and the number that people quote. */
  order: z.uuid(),
  orderId: z.string(),
  customerName: z.string(),
  amount: z.number(),
  isSample: z.boolean(),
})
export type FigureRow = z.infer<typeof FigureRow>
