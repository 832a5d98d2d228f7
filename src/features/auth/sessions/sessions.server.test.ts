import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { sessions, users } from '#src/features/auth/auth.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { endSession, findSessionUser, purgeExpiredSessions, startSession } from './sessions.server.ts'

const now = new Date('2026-11-21T10:00:00Z')
const DAY = 24 * 60

async function addUser(db: Db, email = 'asha@example.com', isAdmin = false): Promise<string> {
  return onlyRow(await db.insert(users).values({ email, isAdmin }).returning()).id
}

async function startedSession(db: Db, kind: 'customer' | 'admin') {
  const userId = await addUser(db, `${kind}@example.com`, kind === 'admin')
  return { userId, token: await startSession(db, { userId, kind }, now) }
}

it('knows whose session it is, by the token and by nothing else', () =>
  inTestTransaction(async (db) => {
    const { userId, token } = await startedSession(db, 'customer')
    expect(await findSessionUser(db, token, now)).toEqual({
      id: userId,
      email: 'customer@example.com',
      name: '',
      isAdmin: false,
      sessionKind: 'customer',
    })
    const [row] = await db.select().from(sessions)
    for (const other of [undefined, '', 'nonsense', userId, row?.tokenHash, `${token} `, token.slice(1), "' or 1=1"])
      expect(await findSessionUser(db, other, now)).toBeUndefined()
  }))

it('keeps no token that a reader of the database could use', () =>
  inTestTransaction(async (db) => {
    const { token } = await startedSession(db, 'customer')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await db.select().from(sessions))).not.toContain(token)
  }))

it('ends a session when it is told to, and only that one', () =>
  inTestTransaction(async (db) => {
    const { userId, token } = await startedSession(db, 'customer')
    const phone = await startSession(db, { userId, kind: 'customer' }, now)
    await endSession(db, token)
    await endSession(db, undefined)
    expect(await findSessionUser(db, token, now)).toBeUndefined()
    expect(await findSessionUser(db, phone, now)).toBeDefined()
  }))

it('ends every session of a person who is gone', () =>
  inTestTransaction(async (db) => {
    const { userId, token } = await startedSession(db, 'customer')
    await db.delete(users).where(eq(users.id, userId))
    expect(await findSessionUser(db, token, now)).toBeUndefined()
  }))

it("keeps a customer's session for seven days, even when idle", () =>
  inTestTransaction(async (db) => {
    const { token } = await startedSession(db, 'customer')
    expect(await findSessionUser(db, token, addMinutes(now, 7 * DAY - 1))).toBeDefined()
    expect(await findSessionUser(db, token, addMinutes(now, 7 * DAY))).toBeUndefined()
  }))

it("ends an admin's session after half an hour without a call", () =>
  inTestTransaction(async (db) => {
    const { token } = await startedSession(db, 'admin')
    expect(await findSessionUser(db, token, addMinutes(now, 29))).toBeDefined()
    expect(await findSessionUser(db, token, addMinutes(now, 58))).toBeDefined()
    expect(await findSessionUser(db, token, addMinutes(now, 88))).toBeUndefined()
  }))

it("ends an admin's session after eight hours, however busy", () =>
  inTestTransaction(async (db) => {
    const { token } = await startedSession(db, 'admin')
    for (let minutes = 20; minutes < 8 * 60; minutes += 20)
      expect(await findSessionUser(db, token, addMinutes(now, minutes))).toBeDefined()
    expect(await findSessionUser(db, token, addMinutes(now, 8 * 60))).toBeUndefined()
  }))

it('writes down that somebody is there at most once a minute', () =>
  inTestTransaction(async (db) => {
    const { token } = await startedSession(db, 'customer')
    const lastSeen = async () => (await db.select().from(sessions))[0]?.lastSeenAt
    await findSessionUser(db, token, addMinutes(now, 0.9))
    expect(await lastSeen()).toEqual(now)
    await findSessionUser(db, token, addMinutes(now, 1.1))
    expect(await lastSeen()).toEqual(addMinutes(now, 1.1))
  }))

it('takes the rights from the database at every look', () =>
  inTestTransaction(async (db) => {
    const { token } = await startedSession(db, 'admin')
    await db.update(users).set({ isAdmin: false })
    expect(await findSessionUser(db, token, now)).toMatchObject({ isAdmin: false, sessionKind: 'admin' })
  }))

it('purges expired sessions', () =>
  inTestTransaction(async (db) => {
    await startedSession(db, 'admin')
    await startedSession(db, 'customer')
    await purgeExpiredSessions(db, addMinutes(now, DAY))
    expect(await db.select({ kind: sessions.kind }).from(sessions)).toEqual([{ kind: 'customer' }])
  }))
