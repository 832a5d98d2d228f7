import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { OPERATOR } from '#src/features/audit/record-change.server.ts'
import { sessions, twoFactorSecrets, users } from '#src/features/auth/auth.table.server.ts'
import { findSessionUser, startSession } from '#src/features/auth/sessions/sessions.server.ts'
import {
  confirmTwoFactor,
  findTwoFactorSince,
  startTwoFactor,
} from '#src/features/auth/two-factor/two-factor.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { ensureAdmin, findAdminByPassword, listAdmins } from './admins.server.ts'
import { addAdmin, removeAdmin, resetTwoFactor, setAdminPassword, unlockAccount } from './manage-admins.server.ts'

const asha = { email: 'asha@golconda.example', password: 'dark-and-slow-72' }
const kiran = { email: 'kiran@golconda.example', password: 'milk-and-quick-27' }

async function idOf(db: Db, { email }: { email: string }) {
  const { id } = onlyRow(await db.select({ id: users.id }).from(users).where(eq(users.email, email)))
  return { id, email }
}

async function twoAdmins(db: Db) {
  await addAdmin(db, asha, OPERATOR)
  await addAdmin(db, kiran, OPERATOR)
  return [await idOf(db, asha), await idOf(db, kiran)] as const
}

const logged = async (db: Db) =>
  (await db.select().from(auditLog).orderBy(auditLog.createdAt)).map(({ actorEmail, action, entityId }) => [
    actorEmail,
    action,
    entityId,
  ])

const mailsTo = async (db: Db, email: string) =>
  (await listMailboxMessages(db, email)).map(({ text }) => text.split('\n')[0])

it('adds an admin, and of two who add the same one is told no', () =>
  inTestTransaction(async (db) => {
    await twoAdmins(db)
    await expect(addAdmin(db, kiran, OPERATOR)).rejects.toThrow('kiran@golconda.example is already an admin.')
    expect(await findAdminByPassword(db, kiran)).toBeDefined()
    expect(await listAdmins(db)).toMatchObject([
      { email: asha.email, codesSince: null, lastSeenAt: null },
      { email: kiran.email },
    ])
    expect(await logged(db)).toEqual([
      ['operator', 'create', asha.email],
      ['operator', 'create', kiran.email],
    ])
    expect(await mailsTo(db, asha.email)).toContain('kiran@golconda.example is an admin now.')
  }))

it('a customer who becomes an admin is signed out, and keeps their account', () =>
  inTestTransaction(async (db) => {
    const customer = onlyRow(await db.insert(users).values({ email: asha.email, name: 'Asha' }).returning())
    const token = await startSession(db, { userId: customer.id, kind: 'customer' })
    await addAdmin(db, asha, OPERATOR)
    expect(await db.select().from(sessions)).toEqual([])
    expect(await findSessionUser(db, token)).toBeUndefined()
    expect(await idOf(db, asha)).toMatchObject({ id: customer.id })
  }))

it('a new password ends the sessions of that admin, all but the one that set it', () =>
  inTestTransaction(async (db) => {
    const [{ id }, other] = await twoAdmins(db)
    const open = async (userId: string) => startSession(db, { userId, kind: 'admin' })
    const [here, elsewhere, of] = [await open(id), await open(id), await open(other.id)]
    await setAdminPassword(db, { ...asha, password: 'another good one', keep: here }, { id, email: asha.email })
    const isOpen = async (token: string) => Boolean(await findSessionUser(db, token))
    expect([await isOpen(here), await isOpen(elsewhere), await isOpen(of)]).toEqual([true, false, true])
    expect(await findAdminByPassword(db, asha)).toBeUndefined()
    await setAdminPassword(db, asha, OPERATOR)
    expect(await isOpen(here)).toBe(false)
    expect(await findAdminByPassword(db, asha)).toBe(id)
    expect(JSON.stringify(await db.select().from(auditLog))).not.toMatch(/another good one|dark-and-slow|scrypt/)
    await expect(setAdminPassword(db, { ...asha, email: 'nobody@golconda.example' }, OPERATOR)).rejects.toThrow(
      'There is no admin nobody@golconda.example.',
    )
  }))

it('the operator switches the codes of a lost phone off, which ends the sessions', () =>
  inTestTransaction(async (db) => {
    const [admin] = await twoAdmins(db)
    await expect(resetTwoFactor(db, asha.email, OPERATOR)).rejects.toThrow('has no authenticator app switched on')
    const { key } = await startTwoFactor(db, admin)
    await confirmTwoFactor(db, { admin, code: new TOTP({ secret: key }).generate() })
    const token = await startSession(db, { userId: admin.id, kind: 'admin' })
    await resetTwoFactor(db, asha.email, OPERATOR)
    expect(await findTwoFactorSince(db, admin.id)).toBeNull()
    expect(await findSessionUser(db, token)).toBeUndefined()
    expect((await logged(db)).slice(-2)).toEqual([
      ['operator', 'update', asha.email],
      ['operator', 'delete', expect.any(String)],
    ])
    expect(await mailsTo(db, kiran.email)).toContain(
      'The authenticator app of asha@golconda.example was switched off. The password alone opens the admin area now.',
    )
  }))

it('the last admin cannot be removed, not even by themselves', () =>
  inTestTransaction(async (db) => {
    await addAdmin(db, asha, OPERATOR)
    const admin = await idOf(db, asha)
    await expect(removeAdmin(db, admin.id, admin)).rejects.toThrow('This is the last admin. Invite another one first.')
    expect(await findAdminByPassword(db, asha)).toBe(admin.id)
  }))

it('a removed admin is a customer at once, and no start brings them back', () =>
  inTestTransaction(async (db) => {
    const [one, other] = await twoAdmins(db)
    const { key } = await startTwoFactor(db, one)
    await confirmTwoFactor(db, { admin: one, code: new TOTP({ secret: key }).generate() })
    const token = await startSession(db, { userId: one.id, kind: 'admin' })
    await removeAdmin(db, one.id, other)
    expect(await findSessionUser(db, token)).toBeUndefined()
    expect(await db.$count(twoFactorSecrets)).toBe(0)
    expect(await listAdmins(db)).toMatchObject([{ email: kiran.email }])
    expect(await ensureAdmin(db, { ADMIN_EMAIL: asha.email, ADMIN_PASSWORD: asha.password })).toBeUndefined()
    expect(await findAdminByPassword(db, asha)).toBeUndefined()
    expect((await logged(db)).at(-1)).toEqual([kiran.email, 'delete', asha.email])
    for (const { email } of [asha, kiran])
      expect(await mailsTo(db, email)).toContain('asha@golconda.example is no longer an admin.')
    await expect(removeAdmin(db, other.id, one)).rejects.toThrow('You are no longer an admin.')
    await addAdmin(db, asha, OPERATOR)
    expect(await findAdminByPassword(db, asha)).toBe(one.id)
  }))

it('unlocks who was locked, and writes nothing down where nothing was locked', () =>
  inTestTransaction(async (db) => {
    const [admin] = await twoAdmins(db)
    const before = await logged(db)
    expect(await unlockAccount(db, asha.email, OPERATOR)).toBe(false)
    expect(await logged(db)).toEqual(before)
    await startTwoFactor(db, admin)
    await db.update(twoFactorSecrets).set({ wrongCodes: 5, lockedUntil: new Date('2100-01-01') })
    expect(await unlockAccount(db, asha.email, OPERATOR)).toBe(true)
    expect(await db.select().from(twoFactorSecrets)).toMatchObject([{ wrongCodes: 0, lockedUntil: null }])
    expect((await logged(db)).at(-1)).toEqual(['operator', 'update', asha.email])
  }))
