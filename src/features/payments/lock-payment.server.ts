import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { payments } from './payments.table.server.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Locks the order, then its payment. Every caller uses this order, so none deadlock. */
export async function lockPayment(tx: Db, input: { id: string }): Promise<{ order: OrderRow; payment: PaymentRow }> {
  const [found] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, input.id))
  if (!found) throw noSuchPayment()
  const order = await lockOrder(tx, found.orderId)
  const [payment] = await tx.select().from(payments).where(eq(payments.id, input.id)).for('update')
  if (!payment) throw noSuchPayment()
  return { order, payment }
}

const noSuchPayment = () => new DomainError('not-found', 'Payment not found.')
