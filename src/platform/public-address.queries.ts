import { queryOptions } from '@tanstack/react-query'

/** The shop's address for people, which search engines and link previews want before a path. */
export const publicAddressQuery = queryOptions<{ publicUrl: string }>({ queryKey: ['/api/shop'] })
