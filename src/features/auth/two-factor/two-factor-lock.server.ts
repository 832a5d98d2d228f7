import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { wrongCodesMail } from '#src/features/auth/admins/admins.messages.ts'
import { twoFactorSecrets } from '#src/features/auth/auth.table.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import {
  consumeLimit,
  limitMultiplier,
  type RateLimit,
  tooManyRequestsMessage,
} from '#src/server/overload/rate-limit.server.ts'
import { verifyTwoFactor } from './two-factor.server.ts'

/** Every fifth wrong code locks, each time for longer. */
const TRIES = 5
const LOCK_MINUTES = [15, 60, 240, 1440]

/** A known device has its own attempts, so a stranger with the password does not lock the owner out. */
export const DEVICE_CODE_LIMIT = {
  name: 'codes-of-device',
  max: 20,
  perSeconds: 24 * 3600,
} as const satisfies RateLimit

/** `device` is a known device or the open session; undefined is any other. */
type CodeAttempt = { admin: Actor; code: string; device: string | undefined }

/** Checks a code. Attempts are counted before comparing: they run in parallel. Throws `too-many` while locked. */
export async function attemptTwoFactor(db: Db, { device, ...given }: CodeAttempt, now = new Date()): Promise<boolean> {
  const { id, email } = given.admin
  if (device !== undefined) {
    await consumeLimit(db, DEVICE_CODE_LIMIT, [email, device])
    return verifyTwoFactor(db, given, now)
  }
  const tries = await countTry(db, id, now)
  if (await verifyTwoFactor(db, given, now)) {
    await resetFailedCodes(db, id)
    return true
  }
  if (tries % (TRIES * limitMultiplier()) === 0) {
    const mail = wrongCodesMail({
      ...{ tries, minutes: lockMinutes(tries) },
      securityPage: absoluteUrl('/admin?view=security'),
    })
    await queueMessage(db, { channel: 'email', to: email, ...mail, idempotencyKey: `wrong-codes:${randomUUID()}` })
  }
  return false
}

async function countTry(db: Db, userId: string, now: Date): Promise<number> {
  const every = TRIES * limitMultiplier()
  const tries = sql`${twoFactorSecrets.wrongCodes} + 1`
  const steps = LOCK_MINUTES.map((minutes, nth) => sql`when ${tries} = ${every * (nth + 1)} then ${minutes}::int`)
  const longest = LOCK_MINUTES.at(-1)
  const minutes = sql`case ${sql.join(steps, sql` `)} else ${longest}::int end`
  const [counted] = await db
    .update(twoFactorSecrets)
    .set({
      wrongCodes: tries,
      lockedUntil: sql`case when (${tries}) % ${every} = 0 then ${now}::timestamptz + make_interval(mins => ${minutes}) end`,
    })
    .where(
      and(
        eq(twoFactorSecrets.userId, userId),
        isNotNull(twoFactorSecrets.confirmedAt),
        or(isNull(twoFactorSecrets.lockedUntil), lte(twoFactorSecrets.lockedUntil, now)),
      ),
    )
    .returning({ wrongCodes: twoFactorSecrets.wrongCodes })
  if (counted) return counted.wrongCodes
  const [locked] = await db
    .select({ until: twoFactorSecrets.lockedUntil })
    .from(twoFactorSecrets)
    .where(eq(twoFactorSecrets.userId, userId))
  const until = locked?.until ?? addMinutes(now, 1)
  const wait = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new DomainError('too-many', tooManyRequestsMessage(wait), { retryAfterSeconds: wait })
}

const lockMinutes = (tries: number) =>
  LOCK_MINUTES[Math.min(tries / (TRIES * limitMultiplier()), LOCK_MINUTES.length) - 1] ?? 0

/** Lifts the lock and returns how many wrong codes there were. */
export async function resetFailedCodes(tx: Db, userId: string): Promise<number> {
  const [before] = await tx
    .select({ wrongCodes: twoFactorSecrets.wrongCodes })
    .from(twoFactorSecrets)
    .where(eq(twoFactorSecrets.userId, userId))
    .for('update')
  if (!before || before.wrongCodes === 0) return 0
  await tx.update(twoFactorSecrets).set({ wrongCodes: 0, lockedUntil: null }).where(eq(twoFactorSecrets.userId, userId))
  return before.wrongCodes
}
