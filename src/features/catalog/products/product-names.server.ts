import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { products } from './products.table.server.ts'

/** Finds product names, archived products included. */
export async function findProductNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
