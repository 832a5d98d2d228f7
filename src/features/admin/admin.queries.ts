import { queryOptions } from '@tanstack/react-query'
import type { DashboardStats, Today } from './admin.contract.ts'

export const dashboardStatsQuery = queryOptions<DashboardStats>({ queryKey: ['/api/dashboard/stats'] })

/** Kept up to date by `useToday`. */
export const todayQuery = queryOptions<Today>({ queryKey: ['/api/admin/today'] })
