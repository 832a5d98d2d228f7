import { type Column, getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.server.ts'

type Sought = {
  id: Column
  /** A text in small letters, with an index of its parts: gin (parts_of(text)). */
  text: SQL
  typed: string
  /** What was typed, in small letters as the text is. */
  inSmall: SQL
  /** That it stands in the text: the parts of a text say nothing of their order. */
  isFound: SQL
}

/** The index knows texts by three letters in a row. */
const SHORTEST = 3
const FEW = 200

/**
 * What many texts have is typed often, and asking the index for it costs more than the page that is near. What is known here
 * only chooses the way, never what is found, so it may be of a moment ago or of another database.
 */
const hadByMany = new LRUCache<string, true>({ max: 1000, ttl: 10 * 60_000 })

/**
 * Asks the index for the texts in which a typed part stands, and gives the condition that says so: the ids of those, if they
 * are few. Where many have it, or so little was typed that the index does not know it, nothing but looking at one after the
 * other is left, and the first page is near.
 */
export async function matchSubstring(db: Db, { id, text, typed, inSmall, isFound }: Sought): Promise<SQL> {
  const known = `${getTableName(id.table)} ${typed.toLowerCase()}`
  if ([...typed].length < SHORTEST || hadByMany.has(known)) return isFound
  const { rows } = await db.execute<{ id: unknown }>(sql`
    select ${id} as id from ${id.table} where parts_of(${text}) @> parts_of(${inSmall}) and ${isFound} limit ${FEW + 1}`)
  if (rows.length > FEW) {
    hadByMany.set(known, true)
    return isFound
  }
  const ids = rows.map((row) => row.id)
  return inArray(id, ids)
}
