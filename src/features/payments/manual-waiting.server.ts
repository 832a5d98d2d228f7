import { and, desc, eq, isNull } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import { keepReserved } from '#src/features/catalog/stock.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { keptForMakerMinutes, MANUAL_UPI } from './manual-upi.rules.ts'
import { typedUtrs } from './manual-upi.table.server.ts'
import { payments } from './payments.table.server.ts'

type Payment = Pick<typeof payments.$inferSelect, 'id' | 'orderId' | 'createdAt' | 'ofNewcomer'>

/** Until when a payment that the maker has to look for could be paid. */
export function windowEndOf({ createdAt }: Pick<Payment, 'createdAt'>): Date {
  return minutesLater(createdAt, PAYMENT_WINDOW_MINUTES)
}

/** The pieces wait with the payment, some time from its beginning, however often a number is corrected. */
export async function waitForMaker(tx: Db, payment: Payment): Promise<void> {
  const expiresAt = minutesLater(payment.createdAt, keptForMakerMinutes(payment))
  await change(tx, payment, { status: 'awaiting_confirmation', expiresAt, nextCheckAt: null })
}

/** Nothing has come yet, and there is still time to pay. */
export async function waitForShopper(tx: Db, payment: Payment): Promise<void> {
  await change(tx, payment, { status: 'pending', expiresAt: windowEndOf(payment) })
}

async function change(
  tx: Db,
  { id, orderId }: Payment,
  to: Partial<typeof payments.$inferSelect> & { expiresAt: Date },
) {
  await tx.update(payments).set(to).where(eq(payments.id, id))
  await keepReserved(tx, { ownerId: orderId, expiresAt: to.expiresAt })
}

/** The number of an order's payment for which the maker still has to look, and until when its pieces are kept. */
export async function waitingUtrOf(
  db: Db,
  of: { orderId: string } | { payment: { id: string; provider: string } },
): Promise<{ utr: string; paymentId: string; keptUntil: string | null } | undefined> {
  if ('payment' in of && of.payment.provider !== MANUAL_UPI) return undefined
  const [told] = await db
    .select({ utr: typedUtrs.utr, payment: payments })
    .from(typedUtrs)
    .innerJoin(payments, eq(payments.id, typedUtrs.paymentId))
    .where(
      and(
        'orderId' in of ? eq(payments.orderId, of.orderId) : eq(payments.id, of.payment.id),
        isNull(typedUtrs.settledAt),
      ),
    )
    .orderBy(desc(typedUtrs.typedAt))
    .limit(1)
  return told && { utr: told.utr, paymentId: told.payment.id, keptUntil: keptUntilOf(told.payment) }
}

/** Until when the pieces wait for the maker; null when they are on sale again. */
export function keptUntilOf({ status, expiresAt }: Pick<typeof payments.$inferSelect, 'status' | 'expiresAt'>) {
  return status === 'awaiting_confirmation' ? expiresAt.toISOString() : null
}
