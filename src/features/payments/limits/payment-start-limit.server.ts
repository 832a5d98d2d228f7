import { sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { selectAccountOrders } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { consumeLimits, type RateLimit, refundLimits } from '#src/server/overload/rate-limit.server.ts'

const WINDOW_MINUTES = 10
const START_LIMIT: RateLimit = { name: 'pay-user', max: 10, perSeconds: WINDOW_MINUTES * 60 }
/** Limits attempts separately, because refused and cancelled ones cost work too. */
const ATTEMPT_LIMIT: RateLimit = { name: 'pay-try', max: 60, perSeconds: WINDOW_MINUTES * 60 }

type Starting = { db: Db; now: () => Date }

/** Limits an account to ten unpaid starts in ten minutes, and to sixty attempts. */
export async function limitPaymentStarts<T>(starting: Starting, userId: string, start: () => Promise<T>): Promise<T> {
  const { db } = starting
  await consumeStart(starting, userId)
  try {
    return await start()
  } catch (error) {
    // After `unavailable` the payment may exist.
    if (error instanceof DomainError && error.code !== 'unavailable')
      await refundLimits(db, [{ limit: START_LIMIT, subject: userId }])
    throw error
  }
}

/** Paid starts are counted only at the limit, which few accounts reach. */
async function consumeStart({ db, now }: Starting, userId: string): Promise<void> {
  const take = (max: number) =>
    consumeLimits(db, [
      { limit: { ...START_LIMIT, max }, subject: userId },
      { limit: ATTEMPT_LIMIT, subject: userId },
    ])
  try {
    await take(START_LIMIT.max)
  } catch (error) {
    const paid = error instanceof DomainError && error.code === 'too-many' ? await countPaid(db, userId, now()) : 0
    if (paid === 0) throw error
    await take(START_LIMIT.max + paid)
  }
}

async function countPaid(db: Db, userId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ paid: number }>(sql`
    select count(*)::int as paid from ${payments} p join ${selectAccountOrders(userId)} o on o.id = p.order_id
    where p.status = 'success' and o.paid_at is not null
      and p.created_at > ${addMinutes(now, -WINDOW_MINUTES)}::timestamptz`)
  return onlyRow(rows).paid
}
