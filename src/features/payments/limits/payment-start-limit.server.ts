import { sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { selectAccountOrders } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'

const WINDOW_MINUTES = 10
const PAYMENT_START_LIMIT: RateLimit = { name: 'pay-user', max: 10, perSeconds: WINDOW_MINUTES * 60 }
/** Limits attempts separately, because refused and cancelled ones cost work too. */
const PAYMENT_ATTEMPT_LIMIT: RateLimit = { name: 'pay-try', max: 60, perSeconds: WINDOW_MINUTES * 60 }

type StartLimitContext = { db: Db; now: () => Date }

/** Counts a start in its transaction: what is rejected, rolled back or a replay does not count. */
export type CountStart = (tx: Db) => Promise<void>

/** Limits an account to ten unpaid starts in ten minutes, and to sixty attempts. */
export async function limitPaymentStarts<T>(
  { db, now }: StartLimitContext,
  userId: string,
  start: (countStart: CountStart) => Promise<T>,
): Promise<T> {
  await consumeLimit(db, PAYMENT_ATTEMPT_LIMIT, userId)
  return start((tx) => consumeStart(tx, userId, now()))
}

/** Paid starts are counted only at the limit, which few accounts reach. */
async function consumeStart(tx: Db, userId: string, now: Date): Promise<void> {
  try {
    await consumeLimit(tx, PAYMENT_START_LIMIT, userId)
  } catch (error) {
    const paid = error instanceof DomainError && error.code === 'too-many' ? await countPaid(tx, userId, now) : 0
    if (paid === 0) throw error
    await consumeLimit(tx, { ...PAYMENT_START_LIMIT, max: PAYMENT_START_LIMIT.max + paid }, userId)
  }
}

async function countPaid(db: Db, userId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ paid: number }>(sql`
    select count(*)::int as paid from ${payments} p join ${selectAccountOrders(userId)} o on o.id = p.order_id
    where p.status = 'success' and o.paid_at is not null
      and p.created_at > ${addMinutes(now, -WINDOW_MINUTES)}::timestamptz`)
  return onlyRow(rows).paid
}
