import { and, eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import {
  categories,
  productFacts,
  productPictures,
  products,
} from '#src/features/catalog/products/products.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { orderLines } from '#src/features/orders/orders.table.server.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'
import { deleteUnusedImages } from '#src/storage/image-storage.server.ts'
import type { ObjectStorage } from '#src/storage/object-storage.server.ts'

const A_DAY = 24 * 60

/** Deletes unshown images a day after an upload that this database saw: a copy of it must not empty the storage. */
export function deleteOrphanedImages(
  db: Db,
  { storage, now }: { storage: ObjectStorage; now: Date },
): Promise<string[]> {
  return deleteUnusedImages(storage, {
    until: addMinutes(now, -A_DAY),
    unusedOf: (addresses) => unusedOf(db, addresses),
  })
}

async function unusedOf(db: Db, addresses: string[]): Promise<string[]> {
  const known = await uploadedHere(db, addresses)
  const rest = known.filter(isNotIn(await shownInCatalog(db, known)))
  if (rest.length === 0) return []
  return rest.filter(isNotIn(await shownElsewhere(db, rest)))
}

const isNotIn = (some: string[]) => (one: string) => !some.includes(one)

async function uploadedHere(db: Db, addresses: string[]): Promise<string[]> {
  const found = await db
    .selectDistinct({ address: auditLog.entityId })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'picture'), inArray(auditLog.entityId, addresses)))
  return found.map(({ address }) => address)
}

async function shownInCatalog(db: Db, addresses: string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const label = sql<string>`${productFacts.facts} ->> 'labelPicture'`
  const found = await unionAll(
    db
      .select({ address: sql<string>`${products.imageUrl}` })
      .from(products)
      .where(inArray(products.imageUrl, addresses)),
    db.select({ address: productPictures.url }).from(productPictures).where(inArray(productPictures.url, addresses)),
    db.select({ address: label }).from(productFacts).where(inArray(label, addresses)),
    db
      .select({ address: sql<string>`${categories.imageUrl}` })
      .from(categories)
      .where(inArray(categories.imageUrl, addresses)),
  )
  return found.map(({ address }) => address)
}

/** Order lines keep the image of the sale; stories and batches may link images in their text. */
async function shownElsewhere(db: Db, addresses: string[]): Promise<string[]> {
  const lines = await db
    .selectDistinct({ address: orderLines.imageUrl })
    .from(orderLines)
    .where(inArray(orderLines.imageUrl, addresses))
  const words = await db.execute<{ words: string }>(sql`
    select ${stories.content} as words from ${stories} where ${stories.content} like '%/uploads/%'
    union all select ${batches.stages}::text from ${batches} where ${batches.stages}::text like '%/uploads/%'`)
  const named = addresses.filter((address) => words.rows.some(({ words }) => words.includes(hashOf(address))))
  return [...named, ...lines.flatMap(({ address }) => address ?? [])]
}

const hashOf = (address: string) => address.slice('/uploads/'.length, '/uploads/'.length + 32)
