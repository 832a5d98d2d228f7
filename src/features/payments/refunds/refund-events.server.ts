import { and, eq, inArray, sql } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import type { RefundUpdate } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { listRefundableBalances } from '#src/features/payments/ledger/ledger.server.ts'
import { refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { payments, refunds, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import { onRefunded } from './refund-effects.server.ts'
import {
  COUNTED_REFUND_STATES,
  computeNextRefundAttempt,
  isCountedRefund,
  mayBeSent,
  type RefundEvent,
  type RefundSpeed,
  transitionRefund,
} from './refund-state-machine.ts'
import { addRefund, moveRefund, type RefundRow } from './request-refund.server.ts'

type Owner = { order: OrderRow; payment: PaymentRow; now: Date }

/** What a provider says about a refund. */
export type RefundOutcome = {
  state: Extract<RefundEvent, { type: 'told' }>['state']
  providerRefundId?: string
  bankReference?: string
  speed?: RefundSpeed
  detail?: string
}

/**
 * The one way in which a provider's word about a refund has an effect: as the answer to the clock, or by webhook. Order,
 * payment and refund must be locked. 'twice' when this money has gone back otherwise meanwhile.
 */
export async function applyRefundOutcome(
  tx: Db,
  { order, payment, refund, now }: Owner & { refund: RefundRow },
  { state, ...facts }: RefundOutcome,
): Promise<'applied' | 'unchanged' | 'twice'> {
  if (state === 'processed' && (await wentByHand(tx, refund))) return 'twice'
  const verdict = transitionRefund(refund.state, { type: 'told', state })
  if (!('to' in verdict)) return 'unchanged'
  if (!isCountedRefund(refund.state) && !(await makeRoom(tx, refund, now))) return 'twice'
  const nextTryAt = verdict.to === 'pending' ? computeNextRefundAttempt('pending', refund.tries, now) : null
  const moved = await moveRefund(tx, { refund, to: verdict.to, now, nextTryAt, ...facts })
  if (moved.state === 'processed') await onRefunded(tx, { order, payment, refund: moved, now })
  if (moved.state === 'failed' && refund.reason !== 'maker') await oweAgain(tx, payment, refund)
  return 'applied'
}

/** The maker has sent it back outside, and wrote it down: a bank that says so too has sent it a second time. */
async function wentByHand(tx: Db, { id }: RefundRow): Promise<boolean> {
  return (await tx.$count(unmatchedResolutions, eq(unmatchedResolutions.refundId, id))) > 0
}

/** What is owed stays owed when the bank could not carry it out: a person has to find another way. */
async function oweAgain(tx: Db, payment: PaymentRow, { upiTxnId, amountPaise, reason }: RefundRow): Promise<void> {
  await addRefund(tx, { payment, upiTxnId, amount: paise(amountPaise), reason })
}

/**
 * A refund that had failed was carried out all the same: then nobody has to find another way. False if somebody has: the
 * money may be gone twice.
 */
async function makeRoom(tx: Db, refund: RefundRow, now: Date): Promise<boolean> {
  const twins = await twinsOf(tx, refund)
  const notSent = twins.find(isUnsent)
  if (twins.length > 0 && !notSent) return false
  if (notSent)
    await moveRefund(tx, { refund: notSent, to: 'waived', said: `The bank carried out ${refund.id} after all`, now })
  const payment = onlyRow(await tx.select().from(payments).where(eq(payments.id, refund.paymentId)))
  return payment.receivedPaise - payment.refundedPaise >= refund.amountPaise
}

/** Nobody has asked the provider for it, and no person has sent it. */
const isUnsent = (refund: RefundRow) => (refund.state === 'due' || refund.state === 'requested') && !mayBeSent(refund)

/** What stands in for a refund since it failed: as much of the same money. Locked, so that none is sent meanwhile. */
async function twinsOf(tx: Db, { id, upiTxnId, amountPaise, paymentId }: RefundRow): Promise<RefundRow[]> {
  const stepsOf = (refundId: typeof refunds.id | string) =>
    sql`from ${refundEvents} where ${refundEvents.refundId} = ${refundId}`
  return tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.upiTxnId, upiTxnId),
        eq(refunds.amountPaise, amountPaise),
        inArray(refunds.state, [...COUNTED_REFUND_STATES]),
        sql`(select min(${refundEvents.id}) ${stepsOf(refunds.id)}) >
          (select coalesce(max(${refundEvents.id}), 0) ${stepsOf(id)} and ${refundEvents.state} = 'failed')`,
      ),
    )
    .for('update')
}

/**
 * A provider's webhook about a refund of a payment (locked, as its order). One that the shop did not ask for was made by
 * a person at the provider's: it is the one that is due for this money, or it is written down as a new one.
 */
export async function processRefundEvent(
  tx: Db,
  { report, ...owner }: Owner & { report: RefundUpdate },
): Promise<'applied' | 'unchanged' | 'refunded_twice'> {
  const { state, refundId, bankReference, speed } = report
  const known = await refundMeant(tx, owner.payment, report)
  if (!known && state === 'failed') return 'unchanged'
  const refund = known ?? (await madeElsewhere(tx, owner.payment, report))
  if (refund === 'nothing-left') return goneTwice(state)
  const news = { state, providerRefundId: refundId, ...(bankReference && { bankReference }), ...(speed && { speed }) }
  const heard = await applyRefundOutcome(tx, { ...owner, refund }, news)
  return heard === 'twice' ? goneTwice(state) : heard
}

/** Not before it is gone: a refund is also told when it begins. */
const goneTwice = (state: RefundUpdate['state']) => (state === 'processed' ? 'refunded_twice' : 'unchanged')

/**
 * Which refund of ours a provider speaks of. One that a person made at the provider's is, of as much of the same money,
 * the one that nobody has sent yet: else it would be sent a second time. When it failed there, ours has not.
 */
async function refundMeant(
  tx: Db,
  payment: PaymentRow,
  { idempotencyKey, refundId, upiTxnId, amount, state }: RefundUpdate,
): Promise<RefundRow | undefined> {
  const all = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id)).for('update')
  const known = all.find((refund) => refund.id === idempotencyKey || refund.providerRefundId === refundId)
  if (known || idempotencyKey || state === 'failed') return known
  const notSent = all.filter(
    (refund) => refund.upiTxnId === upiTxnId && refund.amountPaise === amount && isUnsent(refund),
  )
  return notSent.find((refund) => refund.state === 'due') ?? notSent[0]
}

async function madeElsewhere(
  tx: Db,
  payment: PaymentRow,
  { upiTxnId, amount }: RefundUpdate,
): Promise<RefundRow | 'nothing-left'> {
  const piece = (await listRefundableBalances(tx, payment)).find((one) => one.upiTxnId === upiTxnId)
  if (!piece || piece.left < amount) return 'nothing-left'
  return addRefund(tx, { payment, upiTxnId, amount, reason: 'maker' })
}
