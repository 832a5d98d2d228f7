import { sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { selectAccountOrders } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { consumeLimits, type RateLimit, refundLimits } from '#src/server/overload/rate-limit.server.ts'

const WINDOW_MINUTES = 10
const STARTS: RateLimit = { name: 'pay-user', max: 10, perSeconds: WINDOW_MINUTES * 60 }
/** Refused starts are work too, and paid ones can be cancelled. */
const TRIES: RateLimit = { name: 'pay-try', max: 60, perSeconds: WINDOW_MINUTES * 60 }

type Starting = { db: Db; now: () => Date }

/**
 * Starts a payment within the account's ten in ten minutes, of which those that were refused and those that were paid do
 * not count. Throws a `too-many` refusal beyond them, and beyond sixty tries in ten minutes.
 */
export async function limitPaymentStarts<T>(starting: Starting, userId: string, start: () => Promise<T>): Promise<T> {
  const { db } = starting
  await takeStart(starting, userId)
  try {
    return await start()
  } catch (error) {
    // After `unavailable` the payment may be there.
    if (error instanceof DomainError && error.code !== 'unavailable')
      await refundLimits(db, [{ limit: STARTS, subject: userId }])
    throw error
  }
}

/** What was paid is asked only where it decides: few accounts ever come near their ten. */
async function takeStart({ db, now }: Starting, userId: string): Promise<void> {
  const take = (max: number) =>
    consumeLimits(db, [
      { limit: { ...STARTS, max }, subject: userId },
      { limit: TRIES, subject: userId },
    ])
  try {
    await take(STARTS.max)
  } catch (error) {
    const paid = error instanceof DomainError && error.code === 'too-many' ? await countPaid(db, userId, now()) : 0
    if (paid === 0) throw error
    await take(STARTS.max + paid)
  }
}

/** Payments that the account started within the window and has paid; an order that was cancelled since is none. */
async function countPaid(db: Db, userId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ paid: number }>(sql`
    select count(*)::int as paid from ${payments} p join ${selectAccountOrders(userId)} o on o.id = p.order_id
    where p.status = 'success' and o.paid_at is not null
      and p.created_at > ${addMinutes(now, -WINDOW_MINUTES)}::timestamptz`)
  return onlyRow(rows).paid
}
