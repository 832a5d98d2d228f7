import { z } from 'zod'
import { ALLERGENS, DIETS } from '#src/features/catalog/food/allergens.ts'

/** The facts of a label that filters need. A product with unknown allergens never counts as free of one. */
export const FilterFacts = z.object({
  id: z.int(),
  diet: z.enum(DIETS).optional(),
  contains: z.array(z.enum(ALLERGENS)).optional(),
  mayContain: z.array(z.enum(ALLERGENS)).optional(),
  cacao: z.number().optional(),
})
export type FilterFacts = z.infer<typeof FilterFacts>

const SearchSynonym = z.object({ typed: z.string(), meaning: z.string() })

/** The data with which a browser searches and filters as the server does. */
export const SearchFacts = z.object({ products: z.array(FilterFacts), synonyms: z.array(SearchSynonym) })
export type SearchFacts = z.infer<typeof SearchFacts>

const SearchExplanation = z.object({
  corrected: z.string().optional(),
  /** Another query, where this one finds nothing. */
  suggestion: z.string().optional(),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>

/** `counts` names each choice as in the address, for example `without=milk`. */
export const ProductFacets = SearchExplanation.extend({ found: z.int(), counts: z.record(z.string(), z.int()) })
export type ProductFacets = z.infer<typeof ProductFacets>
