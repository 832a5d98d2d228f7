import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { ShopError } from '#src/core/shop-error.ts'
import type { Maker } from '#src/features/audit/audit.server.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, limitFactor, takeFromLimit, tooMany } from '#src/platform/rate-limit.server.ts'
import { secondFactors } from './account.table.server.ts'
import { wrongCodesMail } from './admins.messages.ts'
import { takeSecondFactor } from './second-factor.server.ts'

/** So many wrong codes lock, each time for longer, until a right one. */
const TRIES = 5
const LOCK_MINUTES = [15, 60, 240, 1440]

/** A device that signed in before has tries of its own: a stranger who has the password locks others, not its owner. */
export const OF_DEVICE = { name: 'codes-of-device', max: 20, perSeconds: 24 * 3600 } as const satisfies Limit

/** `device` names one in which this admin signed in before, or their open session; undefined is any other. */
type Trying = { maker: Maker; secret: string; code: string; device: string | undefined }

/**
 * Takes a code of the app or a recovery code from somebody who gave the right password, and says whether it was right.
 * Throws `too-many` while wrong ones lock. The try is counted before it is compared: tries come side by side.
 */
export async function trySecondFactor(db: Db, { device, ...given }: Trying, now = new Date()): Promise<boolean> {
  const { id, email } = given.maker
  if (device !== undefined) {
    await takeFromLimit(db, OF_DEVICE, [email, device])
    return takeSecondFactor(db, given, now)
  }
  const tries = await countTry(db, id, now)
  if (await takeSecondFactor(db, given, now)) {
    await forgetWrongCodes(db, id)
    return true
  }
  if (tries % (TRIES * limitFactor()) === 0) {
    const mail = wrongCodesMail({ tries, minutes: lockMinutes(tries) })
    await queueMessage(db, { channel: 'email', to: email, ...mail, dedupeKey: `wrong-codes:${randomUUID()}` })
  }
  return false
}

/** Of an admin who has codes: how many wrong ones there were, with this one, since the last right one. */
async function countTry(db: Db, userId: string, now: Date): Promise<number> {
  const every = TRIES * limitFactor()
  const tries = sql`${secondFactors.wrongCodes} + 1`
  const steps = LOCK_MINUTES.map((minutes, nth) => sql`when ${tries} = ${every * (nth + 1)} then ${minutes}::int`)
  const longest = LOCK_MINUTES.at(-1)
  const minutes = sql`case ${sql.join(steps, sql` `)} else ${longest}::int end`
  const [counted] = await db
    .update(secondFactors)
    .set({
      wrongCodes: tries,
      lockedUntil: sql`case when (${tries}) % ${every} = 0 then ${now}::timestamptz + make_interval(mins => ${minutes}) end`,
    })
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.confirmedAt),
        or(isNull(secondFactors.lockedUntil), lte(secondFactors.lockedUntil, now)),
      ),
    )
    .returning({ wrongCodes: secondFactors.wrongCodes })
  if (counted) return counted.wrongCodes
  const [locked] = await db
    .select({ until: secondFactors.lockedUntil })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
  const until = locked?.until ?? minutesLater(now, 1)
  const wait = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new ShopError('too-many', tooMany(wait), { retryAfterSeconds: wait })
}

const lockMinutes = (tries: number) =>
  LOCK_MINUTES[Math.min(tries / (TRIES * limitFactor()), LOCK_MINUTES.length) - 1] ?? 0

/** Lifts the lock and begins to count anew; gives back how many wrong codes there were. */
export async function forgetWrongCodes(tx: Db, userId: string): Promise<number> {
  const [before] = await tx
    .select({ wrongCodes: secondFactors.wrongCodes })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .for('update')
  if (!before || before.wrongCodes === 0) return 0
  await tx.update(secondFactors).set({ wrongCodes: 0, lockedUntil: null }).where(eq(secondFactors.userId, userId))
  return before.wrongCodes
}
