import { TOTP } from 'otpauth'
import { expect, it, onTestFinished } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { recoveryCodes, twoFactorSecrets, users } from '#src/features/auth/auth.table.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { inTestTransaction, startingWith, testDatabase } from '#src/testing/test-database.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactorSince,
  startTwoFactor,
  verifyTwoFactor,
} from './two-factor.server.ts'

const now = new Date('2026-11-21T10:00:10Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

async function createAdmin(db: Db) {
  const email = 'maker@golconda.example'
  const { id } = onlyRow(await db.insert(users).values({ email, isAdmin: true }).returning())
  return { id, email }
}

const shown = (key: string, at: Date) => new TOTP({ secret: key }).generate({ timestamp: at.getTime() })

async function withCodes(db: Db) {
  const admin = await createAdmin(db)
  const { key } = await startTwoFactor(db, admin)
  const recovery = (await confirmTwoFactor(db, { admin, code: shown(key, now) }, now)) ?? []
  const opens = (code: string, at: Date) => verifyTwoFactor(db, { admin, code }, at)
  return { admin, key, recovery, opens }
}

const asAdminWithCodes = startingWith(withCodes)

it('asks for no code before a first one was seen, and then does', () =>
  inTestTransaction(async (db) => {
    const admin = await createAdmin(db)
    const { key, address } = await startTwoFactor(db, admin)
    expect(address).toMatch(/^otpauth:\/\/totp\/Golconda%20Cacao:maker%40golconda\.example\?/)
    expect(await findTwoFactorSince(db, admin.id)).toBeNull()
    expect(await confirmTwoFactor(db, { admin, code: '000000' }, now)).toBeUndefined()
    expect(await findTwoFactorSince(db, admin.id)).toBeNull()
    expect(await confirmTwoFactor(db, { admin, code: shown(key, now) }, now)).toHaveLength(10)
    expect(await findTwoFactorSince(db, admin.id)).toEqual(now)
    expect(await db.select().from(auditLog)).toMatchObject([
      { entity: 'admin', entityId: admin.email, before: { signInCodes: 'off' }, after: { signInCodes: 'on' } },
    ])
  }))

it('opens with a code once, and never with one from before', () =>
  asAdminWithCodes(async ({ key, opens }) => {
    expect(await opens(shown(key, now), now)).toBe(false)
    const [next, afterNext] = [shown(key, later(30)), shown(key, later(60))]
    expect(await opens(afterNext, later(60))).toBe(true)
    expect(await opens(afterNext, later(60))).toBe(false)
    expect(await opens(next, later(60))).toBe(false)
  }))

it('forgives a clock that is half a minute wrong, and not more', () =>
  asAdminWithCodes(async ({ key, opens }) => {
    expect(await opens(shown(key, later(600)), later(540))).toBe(false)
    expect(await opens(shown(key, later(600)), later(660))).toBe(false)
    expect(await opens(`${shown(key, later(600)).replace(/^.../, '$& ')} `, later(570))).toBe(true)
    expect(await opens(shown(key, later(900)), later(930))).toBe(true)
  }))

it('opens with each recovery code once, written in any way', () =>
  asAdminWithCodes(async ({ recovery, opens }, db) => {
    const [first = '', second = ''] = recovery
    expect(first).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(await opens(first, now)).toBe(true)
    expect(await opens(first, now)).toBe(false)
    expect(await opens(second.toLowerCase().replaceAll('-', ' '), now)).toBe(true)
    expect(await opens('AAAA-AAAA-AAAA', now)).toBe(false)
    expect(await db.select().from(recoveryCodes)).toHaveLength(8)
  }))

it('stores neither codes nor readable keys in the database', () =>
  asAdminWithCodes(async ({ key, recovery, admin }, db) => {
    const stored = JSON.stringify([await db.select().from(twoFactorSecrets), await db.select().from(recoveryCodes)])
    for (const word of [key, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(word)
    configureProcess({ masterSecret: () => 'the secret of another shop' })
    onTestFinished(() => configureProcess({ masterSecret: () => 'a secret for tests' }))
    await expect(verifyTwoFactor(db, { admin, code: shown(key, later(60)) }, later(60))).rejects.toThrow(
      'SESSION_SECRET',
    )
  }))

it('gives a new key as long as codes are off, and none in place of one that is on', () =>
  inTestTransaction(async (db) => {
    const admin = await createAdmin(db)
    const first = await startTwoFactor(db, admin)
    const second = await startTwoFactor(db, admin)
    expect(second.key).not.toBe(first.key)
    expect(await confirmTwoFactor(db, { admin, code: shown(first.key, now) }, now)).toBeUndefined()
    expect(await confirmTwoFactor(db, { admin, code: shown(second.key, now) }, now)).toBeDefined()
    await expect(startTwoFactor(db, admin)).rejects.toMatchObject({ code: 'conflict' })
  }))

it('forgets the key and the recovery codes when codes are switched off', () =>
  asAdminWithCodes(async ({ admin }, db) => {
    await disableTwoFactor(db, admin)
    expect(await findTwoFactorSince(db, admin.id)).toBeNull()
    expect([await db.select().from(twoFactorSecrets), await db.select().from(recoveryCodes)]).toEqual([[], []])
    const log = await db.select().from(auditLog).orderBy(auditLog.createdAt)
    expect(log.map(({ after }) => after)).toEqual([{ signInCodes: 'on' }, { signInCodes: 'off' }])
  }))

it('accepts the same code once among concurrent requests', async () => {
  const { db } = await testDatabase()
  const { key, recovery, opens } = await withCodes(db)
  const [code, recoveryCode = ''] = [shown(key, later(60)), recovery[0]]
  const byApp = await Promise.all(Array.from({ length: 5 }, () => opens(code, later(60))))
  const byPaper = await Promise.all(Array.from({ length: 5 }, () => opens(recoveryCode, later(60))))
  expect([byApp, byPaper].map((tries) => tries.filter(Boolean))).toEqual([[true], [true]])
})
