import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onlyRow } from '#src/db/database.server.ts'
import { sessions, users } from '#src/features/auth/auth.table.server.ts'
import { subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createSessionCache } from './session-cache.server.ts'
import { endAllSessions, endSession, startSession } from './sessions.server.ts'

const IN_TIME = { timeout: 10_000 }

async function cachedCustomers() {
  const database = await testDatabase()
  const { db } = database
  const cache = createSessionCache(db)
  const { flushed, stop } = await subscribeToChanges(database, cache)
  onTestFinished(stop)
  const signIn = async (email: string) => {
    const { id: userId } = onlyRow(await db.insert(users).values({ email }).returning())
    const token = await startSession(db, { userId, kind: 'customer' })
    await cache.load(token)
    return { userId, token }
  }
  const [asha, kiran] = [await signIn('asha@example.com'), await signIn('kiran@example.com')]
  /** Whose sessions the cache knows once a change has arrived. */
  const knownAfter = async (change: Promise<unknown>) => {
    await change
    await flushed()
    return [asha, kiran].map(({ token }) => cache.find(token)?.email)
  }
  return { db, cache, asha, kiran, knownAfter }
}

it('a session is cached, and each token finds its own customer', async () => {
  const { cache, asha, kiran } = await cachedCustomers()
  expect(cache.find(asha.token)).toMatchObject({ id: asha.userId, email: 'asha@example.com', isAdmin: false })
  expect(cache.find(kiran.token)?.email).toBe('kiran@example.com')
  expect(await cache.load('x'.repeat(43))).toBeUndefined()
  expect(cache.find('x'.repeat(43))).toBeUndefined()
})

it('ten thousand invented cookies evict no customer', async () => {
  const { cache, asha, kiran } = await cachedCustomers()
  for (let nth = 0; nth < 10_000; nth += 500)
    await Promise.all(Array.from({ length: 500 }, (_, offset) => cache.load(`invented ${nth + offset}`)))
  expect([asha, kiran].map(({ token }) => cache.find(token)?.email)).toEqual(['asha@example.com', 'kiran@example.com'])
})

it('a session that ends is evicted, and no other', async () => {
  const { db, asha, kiran, knownAfter } = await cachedCustomers()
  expect(await knownAfter(endSession(db, asha.token))).toEqual([undefined, 'kiran@example.com'])
  expect(await knownAfter(endAllSessions(db, kiran.userId))).toEqual([undefined, undefined])
})

it('an account that changes or is deleted is evicted, and one that was only active is not', async () => {
  const { db, asha, kiran, knownAfter } = await cachedCustomers()
  const change = (userId: string, values: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(values).where(eq(users.id, userId))
  const both = ['asha@example.com', 'kiran@example.com']
  expect(await knownAfter(change(asha.userId, { signedInAt: new Date() }))).toEqual(both)
  expect(await knownAfter(db.execute(sql`update sessions set last_seen_at = now()`))).toEqual(both)
  expect(await knownAfter(change(asha.userId, { name: 'Asha' }))).toEqual([undefined, both[1]])
  expect(await knownAfter(db.delete(users).where(eq(users.id, kiran.userId)))).toEqual([undefined, undefined])
})

it('no session is cached while notifications may be lost', async () => {
  const { cache, asha } = await cachedCustomers()
  cache.setConsistent(false)
  expect(cache.find(asha.token)).toBeUndefined()
  expect((await cache.load(asha.token))?.email).toBe('asha@example.com')
  expect(cache.find(asha.token)).toBeUndefined()
})

it('a session that ends while it is read is not cached', async () => {
  const { db, cache, asha } = await cachedCustomers()
  const token = await startSession(db, { userId: asha.userId, kind: 'customer' })
  const looking = cache.load(token)
  cache.invalidate(`accounts:${asha.userId}`)
  await looking
  expect(cache.find(token)).toBeUndefined()
  expect(await db.$count(sessions, eq(sessions.userId, asha.userId))).toBe(2)
})

it('a session is looked up again after a minute; a busy shop still knows it, but not once it has ended', async () => {
  const { db, cache, asha, kiran, knownAfter } = await cachedCustomers()
  const [began, clock] = [performance.now(), vi.spyOn(performance, 'now')]
  onTestFinished(() => clock.mockRestore())
  const known = () => [cache.find(asha.token)?.email, cache.findEvenOutdated(asha.token)?.email]
  const ashas = 'asha@example.com'
  expect(known()).toEqual([ashas, ashas])
  clock.mockReturnValue(began + 2 * 60_000)
  expect(known()).toEqual([undefined, ashas])
  await knownAfter(endSession(db, asha.token))
  expect(known()).toEqual([undefined, undefined])
  expect(cache.findEvenOutdated(kiran.token)?.email).toBe('kiran@example.com')
  expect((await cache.load(kiran.token))?.email).toBe('kiran@example.com')
  expect(cache.find(kiran.token)?.email).toBe('kiran@example.com')
})

it('an overloaded shop looks unknown sessions up for the next try, and knows which tokens have none', async () => {
  const { cache, asha, kiran } = await cachedCustomers()
  cache.setConsistent(false)
  cache.setConsistent(true)
  const tryAll = () =>
    [asha, kiran].map(({ token }) => {
      const found = cache.findEvenOutdated(token)
      if (!found) cache.loadInBackground(token)
      return found?.email
    })
  expect(tryAll()).toEqual([undefined, undefined])
  await vi.waitFor(() => expect(tryAll()).toEqual(['asha@example.com', 'kiran@example.com']), IN_TIME)
  const invented = 'x'.repeat(43)
  cache.loadInBackground(invented)
  await vi.waitFor(() => expect(cache.hasNoSession(invented)).toBe(true), IN_TIME)
  expect(cache.hasNoSession(asha.token)).toBe(false)
})
