import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getPage } from '#src/browser/http-client.ts'
import type { Analytics, Figure, FigureRow } from './analytics.contract.ts'

export const analyticsQuery = queryOptions<Analytics>({ queryKey: ['/api/dashboard/analytics'] })

export const figureRowsQuery = (figure: Figure) =>
  infiniteQueryOptions({
    queryKey: ['/api/dashboard/analytics', figure],
    queryFn: ({ pageParam }) => getPage<FigureRow>(pageParam),
    initialPageParam: `/api/dashboard/analytics/${figure}?limit=10`,
    getNextPageParam: ({ next }) => next,
  })
