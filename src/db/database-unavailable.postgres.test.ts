import { setTimeout as passed } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { type BreakableConnection, breakableConnection } from '#src/testing/breakable-connection.ts'
import { failureOf } from '#src/testing/resources.ts'
import { testDatabaseUrl } from '#src/testing/test-database.ts'
import { inTransaction, isDatabaseUnavailable } from './database.server.ts'
import { type Database, openDatabase } from './open-database.server.ts'

/** A database of its own, and the line to it that may break. */
async function aDatabaseOnALine(): Promise<{ database: Database; line: BreakableConnection }> {
  const line = await breakableConnection(await testDatabaseUrl())
  const database = await openDatabase({ url: line.url })
  onTestFinished(() => database.close())
  return { database, line }
}

const answers = ({ db }: Database) => db.execute(sql`select 1`)

it('a connection that breaks within a transaction ends that transaction, and not the process', async () => {
  const { database, line } = await aDatabaseOnALine()
  const error = await failureOf(
    inTransaction(database.db, async (tx) => {
      await tx.execute(sql`select 1`)
      line.cut()
      // No query is waiting when the broken connection is reported.
      await passed(50)
      await tx.execute(sql`select 2`)
    }),
  )
  expect(isDatabaseUnavailable(error)).toBe(true)
  line.restore()
  await answers(database)
})

it('transactions that cannot begin keep no connection', async () => {
  const { database, line } = await aDatabaseOnALine()
  line.cut('begin')
  for (let nth = 0; nth < 12; nth++)
    expect(isDatabaseUnavailable(await failureOf(inTransaction(database.db, (tx) => tx.execute(sql`select 1`))))).toBe(
      true,
    )
  line.restore()
  await Promise.all(Array.from({ length: 10 }, () => inTransaction(database.db, (tx) => tx.execute(sql`select 1`))))
})

it('a connection that breaks in a statement or cannot be opened means that the database is unavailable', async () => {
  const { database, line } = await aDatabaseOnALine()
  const answered = failureOf(database.db.execute(sql`select pg_sleep(10)`))
  await passed(50)
  line.cut()
  expect(isDatabaseUnavailable(await answered)).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(answers(database)))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(inTransaction(database.db, () => answers(database))))).toBe(true)
  line.restore()
  await answers(database)
})

it('a server that ends its connections is unavailable; new connections are opened', async () => {
  const { database } = await aDatabaseOnALine()
  const answered = failureOf(database.db.execute(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`))
  expect(isDatabaseUnavailable(await answered)).toBe(true)
  await answers(database)
})

it('a server that does not answer is unavailable after a few seconds, and no connection to it is kept', async () => {
  const { database, line } = await aDatabaseOnALine()
  await answers(database)
  line.stall()
  const began = performance.now()
  const failures = await Promise.all([
    failureOf(answers(database)),
    failureOf(inTransaction(database.db, (tx) => tx.execute(sql`select 1`))),
  ])
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, true])
  expect(performance.now() - began).toBeLessThan(15_000)
  line.restore()
  await Promise.all(Array.from({ length: 10 }, () => answers(database)))
})

it('a statement timeout means a busy database; a wrong statement is a bug', async () => {
  const { database } = await aDatabaseOnALine()
  const tooLong = failureOf(
    inTransaction(database.db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 20`)
      await tx.execute(sql`select pg_sleep(1)`)
    }),
  )
  expect(isDatabaseUnavailable(await tooLong)).toBe(true)
  for (const wrong of [sql`select 1 / 0`, sql`select nothing`, sql`select 'a'::uuid`])
    expect(isDatabaseUnavailable(await failureOf(database.db.execute(wrong)))).toBe(false)
})

it('another server that refuses a connection is not the database', async () => {
  const refused = await failureOf(fetch('http://127.0.0.1:1'))
  expect(isDatabaseUnavailable(refused)).toBe(false)
})
