import { queryOptions } from '@tanstack/react-query'
import type { DashboardStats, TodoSummary } from './admin.contract.ts'

export const dashboardStatsQuery = queryOptions<DashboardStats>({ queryKey: ['/api/dashboard/stats'] })

export const todoSummaryQuery = queryOptions<TodoSummary>({ queryKey: ['/api/admin/today'] })
