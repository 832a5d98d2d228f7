import { and, eq } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { moneyLeft } from './ledger.server.ts'
import type { PaymentRow } from './payment-lock.server.ts'
import type { RefundReport } from './payment-provider.server.ts'
import { payments, refundsDue } from './payments.table.server.ts'
import { onMoneyBack } from './refund-effects.server.ts'
import { decideOnRefund, isCounted, nextRefundTryAt, type RefundEvent } from './refunds.reducer.ts'
import { addRefund, moveRefund, type RefundRow } from './refunds.server.ts'

type Owner = { order: OrderRow; payment: PaymentRow; now: Date }

/** What a provider says about a refund. */
export type RefundNews = {
  state: Extract<RefundEvent, { type: 'told' }>['state']
  providerRefundId?: string
  bankReference?: string
  said?: string
}

/**
 * The one way in which a provider's word about a refund has an effect: as the answer to the clock, or by webhook. Order,
 * payment and refund must be locked. 'twice' when this money has gone back otherwise meanwhile.
 */
export async function applyRefundNews(
  tx: Db,
  { order, payment, refund, now }: Owner & { refund: RefundRow },
  { state, ...facts }: RefundNews,
): Promise<'applied' | 'unchanged' | 'twice'> {
  const verdict = decideOnRefund(refund.state, { type: 'told', state })
  if (!('to' in verdict)) return 'unchanged'
  if (!isCounted(refund.state) && !(await makeRoom(tx, refund, now))) return 'twice'
  const nextTryAt = verdict.to === 'pending' ? nextRefundTryAt('pending', refund.tries, now) : null
  const moved = await moveRefund(tx, { refund, to: verdict.to, now, nextTryAt, ...facts })
  if (moved.state === 'processed') await onMoneyBack(tx, { order, payment, refund: moved, now })
  if (moved.state === 'failed' && refund.reason !== 'maker') await oweAgain(tx, payment, refund)
  return 'applied'
}

/** What is owed stays owed when the bank could not carry it out: a person has to find another way. */
async function oweAgain(tx: Db, payment: PaymentRow, { upiTxnId, amountPaise, reason }: RefundRow): Promise<void> {
  await addRefund(tx, { payment, upiTxnId, amount: paise(amountPaise), reason })
}

/** A refund that had failed was carried out all the same: then nobody has to find another way. False if somebody did. */
async function makeRoom(tx: Db, { id, upiTxnId, amountPaise, reason, paymentId }: RefundRow, now: Date) {
  const [instead] = await tx
    .select()
    .from(refundsDue)
    .where(
      and(
        eq(refundsDue.paymentId, paymentId),
        eq(refundsDue.upiTxnId, upiTxnId),
        eq(refundsDue.amountPaise, amountPaise),
        eq(refundsDue.reason, reason),
        eq(refundsDue.state, 'due'),
      ),
    )
  if (instead)
    await moveRefund(tx, { refund: instead, to: 'waived', said: `The bank carried out ${id} after all`, now })
  const payment = onlyRow(await tx.select().from(payments).where(eq(payments.id, paymentId)))
  return payment.receivedPaise - payment.refundedPaise >= amountPaise
}

/**
 * A provider's webhook about a refund of a payment (locked, as its order). One that the shop did not ask for was made by
 * a person at the provider's: it is the one that is due for this money, or it is written down as a new one.
 */
export async function hearOfRefund(
  tx: Db,
  { report, ...owner }: Owner & { report: RefundReport },
): Promise<'applied' | 'unchanged' | 'refunded_twice'> {
  const { state, refundId, bankReference } = report
  const known = await refundMeant(tx, owner.payment, report)
  if (!known && state === 'failed') return 'unchanged'
  const refund = known ?? (await madeElsewhere(tx, owner.payment, report))
  if (refund === 'nothing-left') return 'refunded_twice'
  const news = { state, providerRefundId: refundId, ...(bankReference && { bankReference }) }
  const heard = await applyRefundNews(tx, { ...owner, refund }, news)
  return heard === 'twice' ? 'refunded_twice' : heard
}

async function refundMeant(
  tx: Db,
  payment: PaymentRow,
  { key, refundId, upiTxnId, amount }: RefundReport,
): Promise<RefundRow | undefined> {
  const all = await tx.select().from(refundsDue).where(eq(refundsDue.paymentId, payment.id)).for('update')
  return (
    all.find((refund) => refund.id === key || refund.providerRefundId === refundId) ??
    all.find(
      (refund) => refund.state === 'due' && refund.upiTxnId === upiTxnId && refund.amountPaise === amount && !key,
    )
  )
}

async function madeElsewhere(
  tx: Db,
  payment: PaymentRow,
  { upiTxnId, amount }: RefundReport,
): Promise<RefundRow | 'nothing-left'> {
  const piece = (await moneyLeft(tx, payment)).find((one) => one.upiTxnId === upiTxnId)
  if (!piece || piece.left < amount) return 'nothing-left'
  return addRefund(tx, { payment, upiTxnId, amount, reason: 'maker' })
}
