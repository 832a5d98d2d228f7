import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { IDLE_NOTICE_DAYS, RETENTION } from '#src/core/retention.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createCustomer, type TestCustomer } from '#tests/factories/payments/payments.ts'
import { deleteAccount } from './delete-account.server.ts'
import { isIdleExpired, markIdleNotified } from './idle-accounts.server.ts'

const later = (days: number) => addMinutes(new Date(), days * 1440)
const NOTICE = later(RETENTION.idleAccounts.days - IDLE_NOTICE_DAYS + 1)
const END = later(RETENTION.idleAccounts.days + 2)

/** Runs `meanwhile` while a transaction holds what `first` did and commits a little later. */
async function during<T>(db: Db, first: (tx: Db) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const did = Promise.withResolvers<void>()
  const waits = did.promise.then(meanwhile)
  await inTransaction(db, async (tx) => {
    await first(tx)
    did.resolve()
    await Promise.race([waits, new Promise((resolve) => setTimeout(resolve, 200))])
  })
  return waits
}

const signIn = (db: Db, { id }: TestCustomer, now: Date) => startSession(db, { userId: id, kind: 'customer' }, now)
const notifiedAt = async (db: Db, { id }: TestCustomer) =>
  (await db.select({ at: users.idleNotifiedAt }).from(users).where(eq(users.id, id))).map(({ at }) => at)

it('a customer who signs in just before their notice gets none', async () => {
  const { db } = await testDatabase()
  const customer = await createCustomer(db)
  const isNotified = await during(
    db,
    (tx) => signIn(tx, customer, NOTICE),
    () => markIdleNotified(db, { id: customer.id, now: NOTICE }),
  )
  expect(isNotified).toBe(false)
  expect(await notifiedAt(db, customer)).toEqual([null])
})

it('a customer who signs in during their notice cancels it', async () => {
  const { db } = await testDatabase()
  const customer = await createCustomer(db)
  await during(
    db,
    (tx) => markIdleNotified(tx, { id: customer.id, now: NOTICE }),
    () => signIn(db, customer, NOTICE),
  )
  expect(await notifiedAt(db, customer)).toEqual([null])
  expect(await isIdleExpired(db, { id: customer.id, now: END })).toBe(false)
})

it('a customer who signs in just before the deletion keeps the account', async () => {
  const { db } = await testDatabase()
  const customer = await createCustomer(db)
  expect(await markIdleNotified(db, { id: customer.id, now: NOTICE })).toBe(true)
  expect(await isIdleExpired(db, { id: customer.id, now: END })).toBe(true)
  await during(
    db,
    (tx) => signIn(tx, customer, END),
    () =>
      deleteAccount(db, {
        user: customer,
        onDelete: async () => {},
        onlyIf: (tx) => isIdleExpired(tx, { id: customer.id, now: END }),
      }),
  )
  expect(await notifiedAt(db, customer)).toEqual([null])
})
