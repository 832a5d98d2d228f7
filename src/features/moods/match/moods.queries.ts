import { queryOptions } from '@tanstack/react-query'
import { onePerFamily } from '#src/features/catalog/families/one-per-family.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { catalogQuery, productsQuery } from '#src/features/catalog/products/products.queries.ts'
import { FALLBACK_PRODUCT_PARAMS, type Mood, productParamsForMood } from './moods.ts'

export const moodProductsQuery = (mood: Mood) =>
  queryOptions<Product[]>({
    queryKey: ['/api/products', 'mood', mood.id],
    queryFn: async ({ client }) => {
      const storage = client.getQueryState(catalogQuery.queryKey)
      if (storage?.data?.all && !storage.isInvalidated) return onePerFamily(storage.data.all)
      const fitting = await client.fetchQuery(productsQuery(productParamsForMood(mood)))
      return fitting.length > 0 ? fitting : client.fetchQuery(productsQuery(FALLBACK_PRODUCT_PARAMS))
    },
  })
