import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { monotonicNow } from './columns.server.ts'

it('timestamps that are taken at once are in the order in which they were taken', () =>
  inTestTransaction(async (db) => {
    const values = Array.from({ length: 3000 }, (_, nth) => sql`(${nth}::int, ${monotonicNow()})`)
    const { rows } = await db.execute<{ nth: number }>(
      sql`select nth from (values ${sql.join(values, sql`, `)}) as told (nth, at) order by at`,
    )
    expect(rows.map(({ nth }) => nth)).toEqual(values.map((_, nth) => nth))
  }))
