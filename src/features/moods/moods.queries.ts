import { queryOptions } from '@tanstack/react-query'
import type { Product } from '#src/features/catalog/catalog.contract.ts'
import { shelfQuery, someProductsQuery } from '#src/features/catalog/catalog.queries.ts'
import { ASK_FOR_FIRST, askForMood, type Mood } from './moods.rules.ts'

/** Of what a mood's match is chosen: all that the browser knows; else what speaks of its words, or what everybody starts with. */
export const moodQuery = (mood: Mood) =>
  queryOptions<Product[]>({
    queryKey: ['/api/products', 'mood', mood.id],
    queryFn: async ({ client }) => {
      const shelf = client.getQueryState(shelfQuery.queryKey)
      if (shelf?.data?.all && !shelf.isInvalidated) return shelf.data.all
      const fitting = await client.fetchQuery(someProductsQuery(askForMood(mood)))
      return fitting.length > 0 ? fitting : client.fetchQuery(someProductsQuery(ASK_FOR_FIRST))
    },
  })
