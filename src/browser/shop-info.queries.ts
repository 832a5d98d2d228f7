import { queryOptions } from '@tanstack/react-query'

export const shopInfoQuery = queryOptions<{ publicUrl: string; mode: 'demo' | 'live' }>({
  queryKey: ['/api/shop'],
})
