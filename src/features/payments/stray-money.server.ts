import { eq, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import { customersOfOrders } from '#src/features/orders/order-customers.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import type { DoneOutside, StrayMoney } from './maker-payments.contract.ts'
import { refundDoneMail } from './payments.messages.ts'
import type { RefundReason } from './payments.reducer.ts'
import { moneyDecisions, paymentEvents, payments, refundsDue } from './payments.table.server.ts'

/** Why money goes back, in words. */
export const WHY_BACK: Record<RefundReason, string> = {
  surplus: 'It was paid a second time; the order had its money already.',
  'wrong-amount': 'Another amount came than the order costs.',
  'sold-out': 'It came late, and the pieces were sold meanwhile.',
  'promo-gone': 'It came late, and the promo code was used up meanwhile.',
  'order-cancelled': 'The order was cancelled.',
}
const HOMELESS: Record<string, string> = {
  review: 'The bank gave this money the number of another payment.',
  unknown_payment: 'Money came for a payment that the shop does not know.',
}

type Row = {
  id: string
  kind: StrayMoney['kind']
  at: string
  amount_paise: number
  why: string
  upi_txn_id: string | null
  payment_id: string | null
  reference: string | null
  name: string | null
  phone: string | null
  is_sample: boolean | null
}

/** Money that needs a decision: what has to go back, and what belongs to nobody. Who waits longest stands first. */
export async function listStrayMoney(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<StrayMoney[]> {
  const customers = customersOfOrders(db)
  const { rows } = await db.execute<Row>(sql`
    with stray as (
      select r.id, 'refund' as kind, r.created_at as at, r.amount_paise, r.reason as why, r.upi_txn_id, r.payment_id
      from ${refundsDue} r where not exists (select 1 from ${moneyDecisions} d where d.refund_id = r.id)
      union all
      select e.id, 'event', e.received_at, e.amount_paise, e.result, e.upi_txn_id, e.payment_id
      from ${paymentEvents} e
      where e.result in ('review', 'unknown_payment') and e.amount_paise is not null
        and not exists (select 1 from ${moneyDecisions} d where d.event_id = e.id)
        and not exists (select 1 from ${refundsDue} r where r.provider = e.provider and r.upi_txn_id = e.upi_txn_id)
    )
    select stray.*, ${customers.reference} as reference, ${customers.name} as name, ${customers.phone} as phone,
      ${customers.isSample} as is_sample
    from stray left join ${payments} p on p.id = stray.payment_id left join ${customers} on ${customers.id} = p.order_id
    ${cursor ? sql`where (stray.at, stray.id) > (select seen.at, seen.id from stray seen where seen.id = ${cursor})` : sql``}
    order by stray.at, stray.id limit ${limit}`)
  return rows.map(toStrayMoney)
}

function toStrayMoney(row: Row): StrayMoney {
  const reasons: Record<string, string> = { ...WHY_BACK, ...HOMELESS }
  return {
    id: row.id,
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    amount: rupees(paise(row.amount_paise)),
    what: reasons[row.why] ?? row.why,
    upiTxnId: row.upi_txn_id,
    payment: row.payment_id,
    orderId: row.reference,
    customerName: row.name,
    customerMobile: row.phone,
    isSample: row.is_sample ?? false,
  }
}

type Decision = DoneOutside & { id: string; by: Maker; now: Date }

/**
 * The maker has sent stray money back by hand: written down once and for ever, with the number of the transfer. The
 * payment whose own money it was is refunded with it, and its shopper is told.
 */
export async function markDoneOutside(db: Db, decision: Decision): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [refund] = await tx.select().from(refundsDue).where(eq(refundsDue.id, decision.id))
    return refund ? payBack(tx, refund, decision) : sendHome(tx, decision)
  })
}

async function payBack(tx: Db, refund: typeof refundsDue.$inferSelect, decision: Decision): Promise<void> {
  const [found] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, refund.paymentId))
  if (!found) throw new Error(`No payment ${refund.paymentId}`)
  const order = await lockOrder(tx, found.orderId)
  const [payment] = await tx.select().from(payments).where(eq(payments.id, refund.paymentId)).for('update')
  await writeDown(tx, { refundId: refund.id }, decision)
  if (payment?.status === 'success' && payment.upiTxnId === refund.upiTxnId)
    await tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id))
  await recordChange(tx, {
    by: decision.by,
    entity: 'payment',
    entityId: refund.paymentId,
    action: 'update',
    before: { refund: 'due' },
    after: { refund: 'done outside', ...said(decision), amount: rupees(paise(refund.amountPaise)) },
  })
  if (order.isSample || order.customerEmail === '') return
  const amount = rupees(paise(refund.amountPaise))
  await queueMessage(tx, {
    channel: 'email',
    to: order.customerEmail,
    ...refundDoneMail({ ...order, amount, bankReference: decision.bankReference }),
    dedupeKey: `refund-done:${refund.id}`,
  })
}

async function sendHome(tx: Db, decision: Decision): Promise<void> {
  const [event] = await tx.select().from(paymentEvents).where(eq(paymentEvents.id, decision.id))
  if (!event?.amountPaise || !(event.result in HOMELESS))
    throw new ShopError('not-found', 'There is no such money to decide about.')
  await writeDown(tx, { eventId: event.id }, decision)
  await recordChange(tx, {
    by: decision.by,
    entity: 'payment',
    entityId: event.paymentId ?? event.id,
    action: 'update',
    before: { money: 'belongs to nobody' },
    after: { money: 'sent back outside', ...said(decision), amount: rupees(paise(event.amountPaise)) },
  })
}

/** Once: whoever comes second hears that it is done. */
async function writeDown(tx: Db, about: { refundId: string } | { eventId: string }, decision: Decision): Promise<void> {
  const { by, now, bankReference, note } = decision
  const written = await tx
    .insert(moneyDecisions)
    .values({ ...about, bankReference, note, decidedBy: by.email, decidedAt: now })
    .onConflictDoNothing()
    .returning({ id: moneyDecisions.id })
  if (written.length === 0) throw new ShopError('conflict', 'This money has already been sent back.')
}

const said = ({ bankReference, note }: DoneOutside) => ({ bankReference, ...(note && { note }) })
