import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { breakableConnection } from '#src/testing/breakable-connection.ts'
import { failureOf } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createCommitProbe } from './commit-probe.server.ts'
import { inTransaction, isDatabaseUnavailable } from './database.server.ts'
import { type Database, openDatabase } from './open-database.server.ts'
import { acceptsWrites } from './read-only.server.ts'

/** A shop's database, and its owner's, which turns it to read only: for new connections, and for those that are open. */
async function aDatabase() {
  const owner = await testDatabase()
  const url = String(owner.pool.options.connectionString)
  const line = await breakableConnection(url)
  const database = await openDatabase({ url: line.url })
  onTestFinished(() => database.close())
  const name = sql.identifier(new URL(url).pathname.slice(1))
  const turnReadOnly = async () => {
    await owner.db.execute(sql`alter database ${name} set default_transaction_read_only = on`)
    await database.pool.query('set default_transaction_read_only = on')
  }
  const turnBack = () => owner.db.execute(sql`alter database ${name} reset default_transaction_read_only`)
  return { database, line, turnReadOnly, turnBack }
}

const writes = ({ db }: Database) =>
  inTransaction(db, (tx) => tx.execute(sql`insert into categories (name) values ('Bars')`))

it('a server that turned read-only is not ready, and is checked until it accepts writes', async () => {
  const { database, turnReadOnly, turnBack } = await aDatabase()
  expect(await acceptsWrites(database.pool)).toBe(true)
  await turnReadOnly()
  expect(isDatabaseUnavailable(await failureOf(writes(database)))).toBe(true)
  expect(database.pool.totalCount).toBe(0)
  // A new connection leads to the same server: nothing is written, and nothing is read from what may be behind.
  expect(isDatabaseUnavailable(await failureOf(writes(database)))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(database.db.execute(sql`select 1`)))).toBe(true)
  await expect(acceptsWrites(database.pool)).rejects.toThrow('takes no writes')
  await turnBack()
  await writes(database)
  expect(await acceptsWrites(database.pool)).toBe(true)
})

it('a readiness check closes the idle connections to a read-only server', async () => {
  const { database, turnReadOnly, turnBack } = await aDatabase()
  await Promise.all(Array.from({ length: 5 }, () => database.pool.query('select pg_sleep(0.1)')))
  expect(database.pool.idleCount).toBe(5)
  await turnBack()
  await turnReadOnly()
  const looks = await Promise.all(Array.from({ length: 5 }, () => acceptsWrites(database.pool)))
  expect(looks).toContain(false)
  await turnBack()
  expect(await acceptsWrites(database.pool)).toBe(true)
  await writes(database)
})

it('a hanging commit is probed one at a time, and noticed when it works again', async () => {
  const { database, line } = await aDatabase()
  const commits = createCommitProbe(database)
  expect(await commits()).toBe(true)
  line.stall()
  expect(await commits()).toBe(true)
  const hanging = createCommitProbe(database)
  const answered = Promise.race([hanging(), hanging(), new Promise((late) => setTimeout(late, 300, 'late'))])
  expect(await answered).toBe('late')
  line.cut()
  await expect(hanging()).rejects.toThrow()
  line.restore()
  expect(await hanging()).toBe(true)
})
