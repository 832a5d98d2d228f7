import { expect, it } from 'vitest'
import {
  hashPassword,
  PASSWORD_COST,
  setPasswordCost,
  verifyPassword,
} from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { ensureAdmin, findAdminByPassword, recordAdminRemoval } from './admins.server.ts'

const env = { ADMIN_EMAIL: 'Maker@golconda.example', ADMIN_PASSWORD: 'correct horse battery' }
const admin = { email: 'maker@golconda.example', password: env.ADMIN_PASSWORD }

it('makes the first admin with the given password', () =>
  inTestTransaction(async (db) => {
    expect(await ensureAdmin(db, env)).toEqual({ email: admin.email })
    expect(await findAdminByPassword(db, admin)).toEqual(expect.any(String))
    expect(await findAdminByPassword(db, { ...admin, password: 'correct horse' })).toBeUndefined()
  }))

it('invents a password when none is given, and tells it once', () =>
  inTestTransaction(async (db) => {
    const made = await ensureAdmin(db, { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: undefined })
    const password = made?.generatedPassword ?? ''
    expect(password.length).toBeGreaterThanOrEqual(20)
    expect(await findAdminByPassword(db, { ...admin, password })).toBeDefined()
    expect(await ensureAdmin(db, { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: undefined })).toBeUndefined()
  }))

it('never overwrites the password of an admin who is there', () =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    expect(await ensureAdmin(db, { ...env, ADMIN_PASSWORD: 'another password' })).toBeUndefined()
    expect(await findAdminByPassword(db, admin)).toBeDefined()
    expect(await findAdminByPassword(db, { ...admin, password: 'another password' })).toBeUndefined()
  }))

it('promotes the customer with that e-mail', () =>
  inTestTransaction(async (db) => {
    await db.insert(users).values({ email: admin.email, name: 'Asha' })
    expect(await ensureAdmin(db, env)).toEqual({ email: admin.email })
    expect(await db.select().from(users)).toMatchObject([{ name: 'Asha', isAdmin: true }])
    expect(await findAdminByPassword(db, admin)).toBeDefined()
  }))

it('makes no admin again of an address whose admin was removed', () =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    await recordAdminRemoval(db, admin.email)
    await db.update(users).set({ isAdmin: false, passwordHash: null })
    expect(await ensureAdmin(db, env)).toBeUndefined()
    expect(await findAdminByPassword(db, admin)).toBeUndefined()
  }))

it('makes one admin when several processes start together', async () => {
  const { db } = await testDatabase()
  const made = await Promise.all([1, 2, 3].map(() => ensureAdmin(db, { ...env, ADMIN_PASSWORD: undefined })))
  const created = made.filter(Boolean)
  expect(created).toHaveLength(1)
  expect(await findAdminByPassword(db, { ...admin, password: created[0]?.generatedPassword ?? '' })).toBeDefined()
})

it('rejects the password of anyone who is not an admin', () =>
  inTestTransaction(async (db) => {
    await db.insert(users).values({ email: admin.email, passwordHash: await hashPassword(admin.password) })
    expect(await findAdminByPassword(db, admin)).toBeUndefined()
  }))

it('derives a key at the full cost for an unknown e-mail too', async () => {
  setPasswordCost({ N: 2 ** 13, r: 8, p: 1 })
  expect(await verifyPassword('wrong', undefined)).toBe(false)
  // Not a power of two, which scrypt refuses: the derivation uses the cost of real hashes.
  setPasswordCost({ N: 3, r: 8, p: 1 })
  await expect(verifyPassword('wrong', undefined)).rejects.toThrow('Invalid scrypt param')
})

it('hashes a password with its own salt and reads back its own cost', async () => {
  setPasswordCost(PASSWORD_COST)
  const [one, two] = await Promise.all([hashPassword('పాస్‌వర్డ్ 1'), hashPassword('పాస్‌వర్డ్ 1')])
  expect(one).not.toBe(two)
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$/)
  expect(await verifyPassword('పాస్‌వర్డ్ 1', two)).toBe(true)
  expect(await verifyPassword('', undefined)).toBe(false)
})
