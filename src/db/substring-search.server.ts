import { type Column, getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.server.ts'

type SubstringQuery = {
  id: Column
  /** A lower-case text with a gin (parts_of(text)) index. */
  text: SQL
  typed: string
  /** The lower-case search term. */
  inSmall: SQL
  /** Verifies a match: trigrams do not keep the order. */
  isFound: SQL
}

/** The index stores trigrams. */
const MIN_LENGTH = 3
const FEW = 200

/** Terms that many texts contain. Only a hint for the query plan, so it may be stale. */
const frequentTerms = new LRUCache<string, true>({ max: 1000, ttl: 10 * 60_000 })

/**
 * Builds the condition for texts that contain a term: the matching ids if they are few, else a scan, where the first
 * page is near.
 */
export async function matchSubstring(db: Db, { id, text, typed, inSmall, isFound }: SubstringQuery): Promise<SQL> {
  const known = `${getTableName(id.table)} ${typed.toLowerCase()}`
  if ([...typed].length < MIN_LENGTH || frequentTerms.has(known)) return isFound
  const { rows } = await db.execute<{ id: unknown }>(sql`
    select ${id} as id from ${id.table} where parts_of(${text}) @> parts_of(${inSmall}) and ${isFound} limit ${FEW + 1}`)
  if (rows.length > FEW) {
    frequentTerms.set(known, true)
    return isFound
  }
  const ids = rows.map((row) => row.id)
  return inArray(id, ids)
}
