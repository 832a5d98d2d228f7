import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { grantAdminRights, listAdmins } from './admins.server.ts'
import { removeAdmin } from './manage-admins.server.ts'

const ROUNDS = 15

async function twoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  onTestFinished(() => second.close())
  return [first.db, second.db] as const
}

const outcome = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    (error) => String(error.code),
  )

const make = (db: Db, email: string) =>
  inTransaction(db, (tx) => grantAdminRights(tx, { email, name: undefined, passwordHash: 'of no password' }))

it('of two admins who remove each other at the same moment, one stays', async () => {
  const [one, other] = await twoProcesses()
  for (let round = 0; round < ROUNDS; round++) {
    for (const email of ['asha@golconda.example', 'kiran@golconda.example']) await make(one, email)
    const [asha, kiran] = await listAdmins(one)
    if (!asha || !kiran) throw new Error('There are no two')
    const removed = await Promise.all([
      outcome(removeAdmin(one, kiran.id, asha)),
      outcome(removeAdmin(other, asha.id, kiran)),
    ])
    expect(removed.sort()).toEqual(['done', 'not-allowed'])
    expect(await listAdmins(one)).toHaveLength(1)
  }
})

it('a customer who becomes an admin while deleting their account stays an admin', async () => {
  const [one, other] = await twoProcesses()
  for (let round = 0; round < ROUNDS; round++) {
    const email = `asha-${round}@golconda.example`
    const [user] = await one.insert(users).values({ email }).returning()
    if (!user) throw new Error('no user')
    await Promise.all([make(one, email), outcome(deleteAccount(other, { user, onDelete: async () => {} }))])
    expect(await one.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.email, email))).toEqual([
      { isAdmin: true },
    ])
  }
})
