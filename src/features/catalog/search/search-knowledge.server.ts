import { eq, isNull } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { createVocabulary, indexSynonyms, type SearchKnowledge, type Vocabulary } from './search-plan.ts'
import { normalizeText } from './search-words.ts'

/** New words are found at once; only corrections and suggestions learn them later. */
const FRESH_MS = 60_000
const MAX_TEXTS = 20_000

type Reading = { vocabulary: Promise<Vocabulary>; at: number }
const readings = new WeakMap<Db, Reading>()

export async function readSearchKnowledge(db: Db): Promise<SearchKnowledge> {
  const { synonyms } = await readSection(db, 'search')
  return { ...(await readVocabulary(db)), synonyms: indexSynonyms(synonyms) }
}

function readVocabulary(db: Db): Promise<Vocabulary> {
  const known = readings.get(db)
  if (known && Date.now() - known.at < FRESH_MS) return known.vocabulary
  const vocabulary = selectVocabulary(db)
  readings.set(db, { vocabulary, at: Date.now() })
  vocabulary.catch(() => readings.delete(db))
  return vocabulary
}

async function selectVocabulary(db: Db): Promise<Vocabulary> {
  const rows = await db
    .select({
      sku: products.sku,
      name: products.name,
      description: products.description,
      category: categories.name,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isNull(products.archivedAt))
    .limit(MAX_TEXTS)
  return createVocabulary(rows.map((row) => normalizeText(Object.values(row).join('\n'))))
}
