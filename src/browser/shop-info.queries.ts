import { queryOptions } from '@tanstack/react-query'

/** The shop's address for people, which search engines and link previews want before a path, and whether it is a demo. */
export const shopInfoQuery = queryOptions<{ publicUrl: string; mode: 'demo' | 'live' }>({
  queryKey: ['/api/shop'],
})
