import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { getPage, type Page } from '#src/platform/http.ts'
import type { Product } from './catalog.contract.ts'
import { firstPartPath } from './first-part.rules.ts'
import type { Sought } from './product-list-address.rules.ts'

const PATH = '/api/products'

type Found = Page<Product>

/** The first so many of what is sought, for a shop of which a browser does not know all. */
export const soughtProductsQuery = (sought: Sought) =>
  queryOptions<Found>({
    queryKey: keyOf(sought),
    queryFn: async ({ client, signal }) => {
      const start = onePageBefore(client, sought) ?? (await getPage<Product>(firstPartPath(sought), signal))
      return upTo(sought.shown, start, signal)
    },
  })

const keyOf = ({ shown, ...sought }: Sought) => [PATH, 'sought', sought, shown]

/** What was shown before 'Load More', so that only what comes after it is asked for. */
function onePageBefore(client: QueryClient, sought: Sought): Found | undefined {
  const before = client.getQueryState<Found>(keyOf({ ...sought, shown: sought.shown - PRODUCTS_PER_PAGE }))
  return before?.isInvalidated ? undefined : before?.data
}

export async function upTo(wanted: number, found: Found, signal: AbortSignal): Promise<Found> {
  if (found.next === null || found.items.length >= wanted) return found
  const more = await getPage<Product>(found.next, signal)
  return upTo(wanted, { ...more, items: onceEach([...found.items, ...more.items]) }, signal)
}

/** One that was renamed or sold between two parts may come in both. */
const onceEach = (items: readonly Product[]) => [...new Map(items.map((product) => [product.id, product])).values()]
