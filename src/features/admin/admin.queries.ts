import { queryOptions } from '@tanstack/react-query'
import type { DashboardStats } from './admin.contract.ts'

export const dashboardStatsQuery = queryOptions<DashboardStats>({ queryKey: ['/api/dashboard/stats'] })
