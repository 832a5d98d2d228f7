import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { Analytics, Figure, FigureRow } from './analytics.contract.ts'

export const analyticsQuery = queryOptions<Analytics>({ queryKey: ['/api/dashboard/analytics'] })

export const figureRowsQuery = (figure: Figure) =>
  pagedQuery<FigureRow>(['/api/dashboard/analytics'], `/api/dashboard/analytics/${figure}`, { limit: 10 })
