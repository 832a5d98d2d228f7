import { eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { setCustomOrderStatus } from '#src/features/custom-orders/admin/set-custom-order-status.server.ts'
import type { CustomOrderStatus } from '#src/features/custom-orders/custom-order-options.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { createAcceptance, createQuotedOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments, type TestPaymentContext } from '#tests/factories/payments/payments.ts'

/** A chocolate of ₹1,850, with shipping ₹2,000. */
export const PRICE = 1850
export const TOTAL = 2000

export async function createAcceptedQuote(db: Db) {
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const quoted = await createQuotedOrder(context, PRICE)
  const link = { token: quoted.token, userId: customer.id }
  const started = await acceptQuote(context, link, createAcceptance(TOTAL))
  return { context, customer, quoted, link, started }
}

export async function createPaidQuote(db: Db) {
  const accepted = await createAcceptedQuote(db)
  await simulatePayment(accepted.context, accepted.started.clientTxnId)
  return { ...accepted, order: await orderOf(db, accepted.started.orderId) }
}

export const orderOf = async (db: Db, reference: string) =>
  onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))
export const statusOf = async (db: Db, id: string) =>
  onlyRow(await db.select().from(customOrders).where(eq(customOrders.id, id))).status
export const move = (context: TestPaymentContext, id: string, status: CustomOrderStatus) =>
  setCustomOrderStatus(context.db, { id, status, by: TEST_ADMIN, now: context.now() })
export const decline = (context: TestPaymentContext, id: string, reason: string) =>
  setCustomOrderStatus(context.db, { id, status: 'cancelled', reason, by: TEST_ADMIN, now: context.now() })
export const mailAbout = async (db: Db, subject: RegExp) =>
  (await db.select().from(outboxMessages)).filter((message) => subject.test(message.subject))
