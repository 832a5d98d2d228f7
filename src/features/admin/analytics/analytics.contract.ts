import { z } from 'zod'

export const Figure = z.enum(['revenue', 'orders', 'customers'])
export type Figure = z.infer<typeof Figure>

export const Analytics = z.object({
  revenueThisMonth: z.number(),
  /** Paid since Monday and not cancelled. */
  ordersThisWeek: z.int(),
  newCustomers: z.int(),
  asOf: z.iso.datetime(),
  /** True when all figures come from the demo's sample orders. */
  sample: z.boolean(),
  includesSample: z.boolean(),
  revenueByDay: z.array(z.object({ day: z.iso.date(), revenue: z.number() })),
  bestSellers: z.array(z.object({ productId: z.int(), name: z.string(), pieces: z.int() })),
  /** By the Monday of the week of the deadline; this week last. */
  quoteSla: z.array(z.object({ week: z.iso.date(), met: z.int(), missed: z.int() })),
  /** Products that run out first at the pace of the last 28 days. */
  stockCover: z.array(z.object({ productId: z.int(), name: z.string(), available: z.int(), days: z.int() })),
})
export type Analytics = z.infer<typeof Analytics>

/** One row behind a figure. `amount` is negative for refunds. */
export const FigureRow = z.object({
  id: z.uuid(),
  kind: z.enum(['payment', 'refund', 'order', 'first-order']),
  at: z.iso.datetime(),
  order: z.uuid(),
  orderId: z.string(),
  customerName: z.string(),
  amount: z.number(),
  isSample: z.boolean(),
})
export type FigureRow = z.infer<typeof FigureRow>
