import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { IDLE_NOTICE_DAYS, RETENTION } from '#src/core/retention.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

type Account = { id: string; email: string }

/** So many in one turn of the clock. */
const AT_ONCE = 20

const daysBefore = (now: Date, days: number) => addMinutes(now, -days * 24 * 60)

/** Nobody pays without signing in, so who has not signed in since then has not ordered either. Admins stay. */
const isIdle = (now: Date) =>
  and(eq(users.isAdmin, false), lt(users.signedInAt, daysBefore(now, RETENTION.idleAccounts.days - IDLE_NOTICE_DAYS)))

const hadTime = (now: Date) => and(isNotNull(users.idleToldAt), lt(users.idleToldAt, daysBefore(now, IDLE_NOTICE_DAYS)))

/** Accounts that nobody uses: those who do not know yet that we delete them, and those whose time to answer is over. */
export async function listIdleAccounts(db: Db, now: Date): Promise<{ untold: Account[]; over: Account[] }> {
  const of = { id: users.id, email: users.email }
  return {
    untold: await db
      .select(of)
      .from(users)
      .where(and(isIdle(now), isNull(users.idleToldAt)))
      .limit(AT_ONCE),
    over: await db
      .select(of)
      .from(users)
      .where(and(isIdle(now), hadTime(now)))
      .limit(AT_ONCE),
  }
}

/** Notes that an account is told; false when somebody has signed in meanwhile, or another process tells it. */
export async function markIdleNotified(tx: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const told = await tx
    .update(users)
    .set({ idleToldAt: now })
    .where(and(eq(users.id, id), isIdle(now), isNull(users.idleToldAt)))
    .returning({ id: users.id })
  return told.length > 0
}

/** Whether an account is still idle and its notice is over. Ask it under the account's lock: a sign-in may come between. */
export async function isIdleExpired(tx: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, id), isIdle(now), hadTime(now)))) > 0
}
