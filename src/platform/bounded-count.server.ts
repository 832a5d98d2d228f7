import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Db, onlyRow } from './database.server.ts'

const COUNTED = 1000

/**
 * How many rows there are; undefined beyond a thousand. Nobody acts on more, and counting them takes longer with every
 * year of the shop, while the page itself does not.
 */
export async function countUpToAThousand(db: Db, table: PgTable, where: SQL | undefined): Promise<number | undefined> {
  const some = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('some')
  const { total } = onlyRow(await db.select({ total: count() }).from(some))
  return total > COUNTED ? undefined : total
}
