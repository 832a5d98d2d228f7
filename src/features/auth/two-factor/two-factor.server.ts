import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { DomainError } from '#src/core/domain-error.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { twoFactorSecrets } from '#src/features/auth/auth.table.server.ts'
import { decryptText, encryptText } from '#src/server/config/encryption.server.ts'
import { redeemRecoveryCode, renewRecoveryCodes } from './recovery-codes.server.ts'

const PERIOD_SECONDS = 30
/** Tolerates a clock that is half a minute off. */
const STEPS_FORGIVEN = 1

type Given = { admin: Actor; code: string }

/** Encrypted, so the database alone cannot make codes, and bound to the row of the admin. */
const keyContext = ({ id }: Pick<Actor, 'id'>) => ({ purpose: 'second factor of the admin', of: id })

export type TotpEnrolment = { key: string; address: string }

/** Creates a key for the app; it is not required before it is confirmed. */
export async function startTwoFactor(db: Db, admin: Actor): Promise<TotpEnrolment> {
  const key = new Secret({ size: 20 }).base32
  const fresh = { secret: encryptText(key, keyContext(admin)), lastStep: 0 }
  const started = await db
    .insert(twoFactorSecrets)
    .values({ userId: admin.id, ...fresh })
    .onConflictDoUpdate({ target: twoFactorSecrets.userId, set: fresh, setWhere: isNull(twoFactorSecrets.confirmedAt) })
    .returning({ userId: twoFactorSecrets.userId })
  if (started.length === 0) throw new DomainError('conflict', 'The authenticator app is already switched on.')
  return { key, address: appOf(key, admin.email).toString() }
}

/** Enables the second factor with its first code and returns the recovery codes; undefined when the code is wrong. */
export async function confirmTwoFactor(db: Db, given: Given, now = new Date()): Promise<string[] | undefined> {
  const { id: userId } = given.admin
  return inTransaction(db, async (tx) => {
    if (!(await takeAppCode(tx, given, now))) return undefined
    const confirmed = await tx
      .update(twoFactorSecrets)
      .set({ confirmedAt: now })
      .where(and(eq(twoFactorSecrets.userId, userId), isNull(twoFactorSecrets.confirmedAt)))
      .returning({ userId: twoFactorSecrets.userId })
    if (confirmed.length === 0) throw new DomainError('conflict', 'The authenticator app is already switched on.')
    await recordSwitch(tx, { email: given.admin.email, by: given.admin, from: 'off', to: 'on' })
    return renewRecoveryCodes(tx, userId)
  })
}

/** Disables the second factor and returns whether it was on. The caller has verified the credentials. */
export async function disableTwoFactor(db: Db, admin: Actor, by = admin): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const dropped = await tx
      .delete(twoFactorSecrets)
      .where(eq(twoFactorSecrets.userId, admin.id))
      .returning({ confirmedAt: twoFactorSecrets.confirmedAt })
    const wasOn = Boolean(dropped[0]?.confirmedAt)
    if (wasOn) await recordSwitch(tx, { email: admin.email, by, from: 'on', to: 'off' })
    return wasOn
  })
}

/** Since when codes are required; null when they are not. */
export async function findTwoFactorSince(db: Db, userId: string): Promise<Date | null> {
  const [factor] = await db
    .select({ confirmedAt: twoFactorSecrets.confirmedAt })
    .from(twoFactorSecrets)
    .where(and(eq(twoFactorSecrets.userId, userId), isNotNull(twoFactorSecrets.confirmedAt)))
  return factor?.confirmedAt ?? null
}

/** Verifies a code of the app or a recovery code. Each works once. */
export async function verifyTwoFactor(db: Db, given: Given, now = new Date()): Promise<boolean> {
  const isOfApp = /^\d{3}\s?\d{3}$/.test(given.code.trim())
  return isOfApp ? takeAppCode(db, given, now) : redeemRecoveryCode(db, given.admin.id, given.code)
}

async function takeAppCode(db: Db, { admin, code }: Given, now: Date): Promise<boolean> {
  const [factor] = await db.select().from(twoFactorSecrets).where(eq(twoFactorSecrets.userId, admin.id))
  if (!factor) return false
  const key = decryptText(factor.secret, keyContext(admin))
  if (key === undefined)
    throw new Error('The key of the authenticator app needs the SESSION_SECRET it was stored with.')
  const app = appOf(key, admin.email)
  const token = code.replace(/\s/g, '')
  const off = app.validate({ token, timestamp: now.getTime(), window: STEPS_FORGIVEN })
  if (off === null) return false
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + off
  // Of two concurrent requests with the same code, one finds the row.
  const taken = await db
    .update(twoFactorSecrets)
    .set({ lastStep: step })
    .where(and(eq(twoFactorSecrets.userId, admin.id), lt(twoFactorSecrets.lastStep, step)))
    .returning({ userId: twoFactorSecrets.userId })
  return taken.length === 1
}

function appOf(key: string, email: string): TOTP {
  return new TOTP({ issuer: SHOP_NAME, label: email, secret: Secret.fromBase32(key), period: PERIOD_SECONDS })
}

type Switch = { email: string; by: Actor; from: 'on' | 'off'; to: 'on' | 'off' }

async function recordSwitch(tx: Db, { email, by, from, to }: Switch) {
  const change = { before: { signInCodes: from }, after: { signInCodes: to } }
  await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'update', ...change })
}
