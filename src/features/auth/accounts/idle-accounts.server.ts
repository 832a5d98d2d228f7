import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { IDLE_NOTICE_DAYS, RETENTION } from '#src/core/retention.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

type Account = { id: string; email: string }

const BATCH_SIZE = 20

const daysBefore = (now: Date, days: number) => addMinutes(now, -days * 24 * 60)

/** An order needs a sign-in, so the last sign-in is enough. Admins are never idle. */
const isIdle = (now: Date) =>
  and(eq(users.isAdmin, false), lt(users.signedInAt, daysBefore(now, RETENTION.idleAccounts.days - IDLE_NOTICE_DAYS)))

const isNoticeOver = (now: Date) =>
  and(isNotNull(users.idleNotifiedAt), lt(users.idleNotifiedAt, daysBefore(now, IDLE_NOTICE_DAYS)))

/** Lists idle accounts: those to notify, and those whose notice period is over. */
export async function listIdleAccounts(db: Db, now: Date): Promise<{ toNotify: Account[]; expired: Account[] }> {
  const of = { id: users.id, email: users.email }
  return {
    toNotify: await db
      .select(of)
      .from(users)
      .where(and(isIdle(now), isNull(users.idleNotifiedAt)))
      .limit(BATCH_SIZE),
    expired: await db
      .select(of)
      .from(users)
      .where(and(isIdle(now), isNoticeOver(now)))
      .limit(BATCH_SIZE),
  }
}

/** Marks an account as notified; false when its owner has signed in meanwhile or another process was first. */
export async function markIdleNotified(tx: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const notified = await tx
    .update(users)
    .set({ idleNotifiedAt: now })
    .where(and(eq(users.id, id), isIdle(now), isNull(users.idleNotifiedAt)))
    .returning({ id: users.id })
  return notified.length > 0
}

/** Whether an account is still idle after its notice. Call it under the account's lock: a sign-in may come between. */
export async function isIdleExpired(tx: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, id), isIdle(now), isNoticeOver(now)))) > 0
}
