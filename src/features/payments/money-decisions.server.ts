import { and, eq } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { moneyReceived } from './ledger.table.server.ts'
import { refuseOwnReport } from './manual-two-makers.server.ts'
import { payOrder } from './paying.server.ts'
import { decideOnAcceptance } from './payments.reducer.ts'
import type { Till } from './payments.server.ts'
import { paymentEvents } from './payments.table.server.ts'
import { addRefund, decideAs, lockRefund, type RefundRow } from './refunds.server.ts'
import { letGo } from './stray-money.server.ts'

type Decision = { id: RefundRow['id']; by: Maker }

/** The maker sends money back through the provider: the clock tells it. A refund that failed is asked for anew. */
export async function sendBack({ db, provider, now }: Till, { id, by }: Decision): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { payment, refund } = await lockRefund(tx, id)
    if (!provider.refund || refund.provider !== provider.name)
      throw new ShopError('conflict', 'This money can only be sent back by hand.')
    const said = 'Send back'
    if (refund.state === 'failed') {
      await decideAs(tx, { refund, event: { type: 'waived' }, by: by.email, now: now(), said: 'Asked for anew' })
      const { upiTxnId, amountPaise, reason, note } = refund
      const requested = { note: note ?? said, by: by.email, now: now() }
      await addRefund(tx, { payment, upiTxnId, amount: paise(amountPaise), reason, requested })
    } else {
      const event = { type: 'send-back' } as const
      await decideAs(tx, { refund, event, by: by.email, now: now(), said, nextTryAt: now() })
    }
    await logDecision(tx, { by, refund, after: 'send back' })
  })
}

/**
 * The maker leaves a refund of their own that failed as it is: the money stays. What is owed cannot be kept. Where the
 * bank's news named the money of another payment, there is nothing to send back.
 */
export async function keepMoney({ db, now }: Till, { id, by, reason }: Decision & { reason: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await tx.$count(paymentEvents, eq(paymentEvents.id, id))) > 0) return letGo(tx, { id, by, reason, now: now() })
    const { refund } = await lockRefund(tx, id)
    if (refund.reason !== 'maker') throw new ShopError('conflict', 'This money is owed: it has to go back.')
    await decideAs(tx, { refund, event: { type: 'waived' }, by: by.email, now: now(), said: reason })
    await logDecision(tx, { by, refund, after: 'kept', reason })
  })
}

/**
 * The maker takes money after all that is in review: too much of it, or too late. The order is paid with exactly what it
 * costs, out of pieces that are there now; what is more goes back. Much money by the word of one maker is accepted by
 * another one.
 */
export async function acceptMoney(till: Till, { id, by, reason }: Decision & { reason: string }): Promise<void> {
  const now = till.now()
  await inTransaction(till.db, async (tx) => {
    const { order, payment, refund } = await lockRefund(tx, id)
    const money = await moneyOf(tx, refund)
    const late = money.paidAt > payment.expiresAt
    const verdict = decideOnAcceptance(
      { status: payment.status, amount: paise(payment.amountPaise), order: standingOf(order) },
      { amount: paise(money.amountPaise), currency: money.currency },
    )
    if (verdict.act === 'refuse') throw new ShopError('conflict', verdict.why)
    await refuseOwnReport(tx, { payment, refund, by })
    await decideAs(tx, { refund, event: { type: 'waived' }, by: by.email, now, said: reason })
    const settled = await payOrder(tx, { payment, order, money, late, onPaid: till.onPaid, now })
    if (settled !== 'paid') throw new ShopError('conflict', GONE[settled])
    if (verdict.excess > 0)
      await addRefund(tx, {
        payment,
        upiTxnId: money.upiTxnId,
        amount: verdict.excess,
        reason: 'overpaid',
        ...(till.provider.refund && { requested: { note: reason, by: by.email, now } }),
      })
    await logDecision(tx, { by, refund, after: 'accepted', reason })
  })
}

const GONE = {
  'sold-out': 'The pieces of this order are not there.',
  'promo-gone': 'The promo code of this order is used up.',
}

const standingOf = ({ status, paidAt }: OrderRow) => (status === 'cancelled' ? 'cancelled' : paidAt ? 'paid' : 'open')

async function moneyOf(tx: Db, { provider, upiTxnId }: RefundRow) {
  return onlyRow(
    await tx
      .select()
      .from(moneyReceived)
      .where(and(eq(moneyReceived.provider, provider), eq(moneyReceived.upiTxnId, upiTxnId))),
  )
}

type Logged = { by: Maker; refund: RefundRow; after: string; reason?: string }

async function logDecision(tx: Db, { by, refund, after, reason }: Logged): Promise<void> {
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: refund.paymentId,
    action: 'update',
    before: { refund: refund.state },
    after: { refund: after, amount: rupees(paise(refund.amountPaise)), ...(reason && { reason }) },
  })
}
