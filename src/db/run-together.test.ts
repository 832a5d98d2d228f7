import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it } from 'vitest'
import { testDatabase } from '#src/testing/test-database.ts'
import { type Db, inTransaction, prepareOnce, runTogether } from './database.server.ts'

const countKeys = async (db: Db) => (await db.execute(sql`select key from rate_limits`)).rows.length
const addKey = (db: Db, key: string) =>
  db.execute(sql`insert into rate_limits (key, count, window_ends) values (${key}, 1, now())`)

it('work that runs together answers in the order in which it was named', async () => {
  const { db } = await testDatabase()
  const [first, none, slow] = await inTransaction(db, (tx) =>
    runTogether(
      tx.execute<{ n: number }>(sql`select 1 as n`),
      undefined,
      sleep(5).then(() => 'slow'),
    ),
  )
  expect([first.rows, none, slow]).toEqual([[{ n: 1 }], undefined, 'slow'])
})

it('what still runs when other work fails is rolled back, too', async () => {
  const { db } = await testDatabase()
  const slow = async (tx: Db) => {
    await sleep(20)
    await addKey(tx, 'slow')
    await sleep(20)
    await addKey(tx, 'slower')
  }
  const failing = inTransaction(db, (tx) =>
    runTogether(addKey(tx, 'quick'), Promise.reject(new Error('refused')), slow(tx)),
  )
  await expect(failing).rejects.toThrow('refused')
  expect(await countKeys(db)).toBe(0)
})

it('a broken statement fails the work beside it, and its error is the one that is thrown', async () => {
  const { db } = await testDatabase()
  const failing = inTransaction(db, (tx) => runTogether(addKey(tx, 'same'), addKey(tx, 'same'), addKey(tx, 'other')))
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await countKeys(db)).toBe(0)
})

it('an error of the database is thrown instead of a refusal, which would hide that the transaction is broken', async () => {
  const { db } = await testDatabase()
  const failing = inTransaction(db, (tx) =>
    runTogether(Promise.reject(new Error('refused')), tx.execute(sql`select 1 / 0`)),
  )
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
})

it('a lost connection is thrown instead of a refusal, too', async () => {
  const lost = new DrizzleQueryError('select 1', [], new Error('Connection terminated unexpectedly'))
  await expect(runTogether(Promise.reject(new Error('refused')), Promise.reject(lost))).rejects.toBe(lost)
})

it('an error that only follows from another one is not thrown instead of it', async () => {
  const { db } = await testDatabase()
  const twice = async (tx: Db) => {
    await addKey(tx, 'one')
    await addKey(tx, 'two')
  }
  const failing = inTransaction(db, (tx) =>
    runTogether(twice(tx), runTogether(tx.execute(sql`select 1 / 0`), sleep(30))),
  )
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
})

it('a statement that is prepared once is built once per connection, in each of its transactions, too', async () => {
  const { db } = await testDatabase()
  let built = 0
  const double = prepareOnce((db) => {
    built += 1
    return db
      .select({ value: sql<number>`${sql.placeholder('value')}::int * 2` })
      .from(sql`(select 1) one`)
      .prepare('double')
  })
  const answers = []
  for (let value = 0; value < 3; value++)
    answers.push(...(await inTransaction(db, (tx) => double(tx).execute({ value }))))
  expect([answers, built]).toEqual([[{ value: 0 }, { value: 2 }, { value: 4 }], 1])
})
