import { and, eq, type SQL, sum } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { issueCreditNote } from '#src/features/invoices/invoices.server.ts'
import { mailedOrder } from '#src/features/orders/mailed-order.server.ts'
import { mailAboutOrder } from '#src/features/orders/order-messages.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { moneyReceived } from './ledger.table.server.ts'
import type { PaymentRow } from './payment-lock.server.ts'
import { type RefundWay, refundDoneMail } from './payments.messages.ts'
import { moneyDecisions, payments, refundsDue } from './payments.table.server.ts'
import type { RefundRow } from './refunds.server.ts'

type MoneyBack = { order: OrderRow; payment: PaymentRow; refund: RefundRow; now: Date }

/** Money has gone back, by whomever: what follows for its payment, and its shopper is told. All must be locked. */
export async function onMoneyBack(tx: Db, { order, payment, refund, now }: MoneyBack): Promise<void> {
  const isItsMoney = refund.upiTxnId === payment.upiTxnId
  if (payment.status === 'success' && isItsMoney) await afterPayment(tx, payment)
  if (payment.status === 'review') await afterReview(tx, payment)
  await tellMoneyBack(tx, order, refund)
  // Last: the counter of its numbers is the last lock of all. Money beyond the price was never invoiced.
  if (isItsMoney && refund.reason !== 'overpaid')
    await issueCreditNote(tx, { orderId: order.id, refundId: refund.id, amount: paise(refund.amountPaise), now })
}

/** A payment is refunded when all of the money that paid it went back. */
async function afterPayment(tx: Db, payment: PaymentRow): Promise<void> {
  const upiTxnId = payment.upiTxnId ?? ''
  const paidBy = and(eq(moneyReceived.provider, payment.provider), eq(moneyReceived.upiTxnId, upiTxnId))
  const { amountPaise } = onlyRow(await tx.select().from(moneyReceived).where(paidBy))
  if ((await processed(tx, payment, eq(refundsDue.upiTxnId, upiTxnId))) >= amountPaise)
    await tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id))
}

/** Nobody has to look any more at a payment all of whose unusable money went back; its order can be paid anew. */
async function afterReview(tx: Db, payment: PaymentRow): Promise<void> {
  if ((await processed(tx, payment)) >= payment.receivedPaise)
    await tx
      .update(payments)
      .set({ status: 'cancelled', remark: `${payment.remark ?? 'The money could not be used'}. It went back.` })
      .where(eq(payments.id, payment.id))
}

async function processed(tx: Db, payment: PaymentRow, which?: SQL): Promise<number> {
  const [row] = await tx
    .select({ total: sum(refundsDue.amountPaise) })
    .from(refundsDue)
    .where(and(eq(refundsDue.paymentId, payment.id), eq(refundsDue.state, 'processed'), which))
  return Number(row?.total ?? 0)
}

async function tellMoneyBack(tx: Db, order: OrderRow, refund: RefundRow): Promise<void> {
  const isByHand = (await tx.$count(moneyDecisions, eq(moneyDecisions.refundId, refund.id))) > 0
  await mailAboutOrder(tx, order, {
    ...refundDoneMail(await mailedOrder(tx, order), {
      amount: paise(refund.amountPaise),
      bankReference: refund.bankReference,
      way: wayOf(refund, isByHand),
    }),
    dedupeKey: `refund-done:${refund.id}`,
  })
}

/** A provider that has not said how fast it is, is as fast as banks are. */
function wayOf({ speed }: RefundRow, isByHand: boolean): RefundWay {
  return isByHand ? 'by-hand' : (speed ?? 'normal')
}
