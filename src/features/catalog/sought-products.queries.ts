import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { getPage, type Page } from '#src/platform/http.ts'
import type { Product } from './catalog.contract.ts'
import type { Sought } from './product-list-address.rules.ts'
import { MOST_PRODUCTS_AT_ONCE } from './product-page.rules.ts'
import { someProductsPath } from './some-products.rules.ts'

const PATH = '/api/products'
/** Whole pages of the list, and no more than the call gives. */
const MOST_AT_ONCE = MOST_PRODUCTS_AT_ONCE - (MOST_PRODUCTS_AT_ONCE % PRODUCTS_PER_PAGE)

type Found = Page<Product>

/** The first so many of what is sought, for a shop of which a browser does not know all. */
export const soughtProductsQuery = (sought: Sought) =>
  queryOptions<Found>({
    queryKey: keyOf(sought),
    queryFn: async ({ client, signal }) => {
      const start = onePageBefore(client, sought) ?? (await getPage<Product>(firstOf(sought), signal))
      return upTo(sought.shown, start, signal)
    },
  })

const keyOf = ({ shown, ...sought }: Sought) => [PATH, 'sought', sought, shown]

const firstOf = ({ shown, ...sought }: Sought) => someProductsPath({ ...sought, limit: Math.min(shown, MOST_AT_ONCE) })

/** What was shown before 'Load More', so that only what comes after it is asked for. */
function onePageBefore(client: QueryClient, sought: Sought): Found | undefined {
  const before = client.getQueryState<Found>(keyOf({ ...sought, shown: sought.shown - PRODUCTS_PER_PAGE }))
  return before?.isInvalidated ? undefined : before?.data
}

async function upTo(wanted: number, found: Found, signal: AbortSignal): Promise<Found> {
  if (found.next === null || found.items.length >= wanted) return found
  const more = await getPage<Product>(found.next, signal)
  return upTo(wanted, { ...more, items: onceEach([...found.items, ...more.items]) }, signal)
}

/** One that was renamed or sold between two parts may come in both. */
const onceEach = (items: readonly Product[]) => [...new Map(items.map((product) => [product.id, product])).values()]
