import { z } from 'zod'

/** The four figures on top of the maker's desk. Money is rupees. */
export const DashboardStats = z.object({
  totalRevenue: z.number(),
  ordersToday: z.int(),
  totalProducts: z.int(),
  lowStockCount: z.int(),
})
export type DashboardStats = z.infer<typeof DashboardStats>
