import { Filters } from './filter-panel.tsx'
import { getFinder } from './finder.ts'
import { LargeCatalogResults } from './large-catalog-results.tsx'
import { prepare, readFacts } from './prepare-search.ts'
import { NothingFound, SearchNote } from './search-note.tsx'

/** In one chunk, which is loaded when the first of them is needed (lazy-finder.ts). */
export const parts = { Filters, getFinder, LargeCatalogResults, NothingFound, prepare, readFacts, SearchNote }
