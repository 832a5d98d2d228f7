import { eq } from 'drizzle-orm'
import { ulid } from 'ulid'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import { type Db, inTransaction, isDuplicate, onlyRow, runTogether } from '#src/db/database.server.ts'
import { prepareInsert } from '#src/db/prepared-insert.server.ts'
import { saveOrderAddress, saveRecipients } from '#src/features/addresses/addresses.server.ts'
import type { StockHolder } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { renewDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import type { OrderEvents } from '#src/features/orders/order-events.server.ts'
import type { ShownPromise } from '#src/features/orders/order-form.contract.ts'
import {
  lockCustomerOrder,
  lockParcels,
  type OrderRow,
  type PayableOrder,
  payingOrderId,
  renewReservation,
  sumOrderTotals,
} from '#src/features/orders/orders.server.ts'
import type { GiftParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { placeParcels } from '#src/features/orders/parcels/place-parcels.server.ts'
import { type PlacedOrder, placeOrder } from '#src/features/orders/place/place-order.server.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import {
  enforceReservationLimits,
  lockReservationOwner,
} from '#src/features/payments/limits/enforce-reservation-limits.server.ts'
import type { CountStart } from '#src/features/payments/limits/payment-start-limit.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { voidUnpaidOrder } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { LATEST_FIRST, type PaymentRow } from '#src/features/payments/payment-record.server.ts'
import type { NetworkFingerprint } from '#src/server/http/client-ip.server.ts'
import { offerPayment } from './offer-payment.server.ts'
import { computeNextPollAt } from './payment-state-machine.ts'
import { isOpenPayment } from './payment-status.ts'
import type { InitiatePayment, StartedPayment } from './payments.contract.ts'
import { payments } from './payments.table.server.ts'
import { explainExpiredPrices } from './started-payment-text.server.ts'

export type PaymentContext = {
  db: Db
  gateway: PaymentGateway
  now: () => Date
  events: OrderEvents
  network?: NetworkFingerprint | undefined
  countStart?: CountStart
  /** Before an order is paid once more. */
  shown?: ShownPromise
  gatewayTimeoutMs?: number
}

/** Writes order and payment in one transaction, then calls the gateway. Idempotent, also after a crash in between. */
export async function initiatePayment(
  context: PaymentContext,
  userId: string,
  input: Omit<InitiatePayment, 'account'>,
): Promise<StartedPayment> {
  const { orderId: reference, replaces, shipOn, deliverTo, saveAddress, savePeople, ...rest } = input
  const { merchantId: _merchant, description: _description, parcels, ...content } = rest
  const people = savePeople ? parcels : undefined
  return startPayment(context, { userId, saveAddress, people }, async (tx, window) => {
    const isReplacing = replaces && replaces !== reference
    if (isReplacing) {
      await window.holder
      await voidReplacedOrder(tx, { userId, reference: replaces, now: window.now })
    }
    const { startPaying, ...times } = window
    const order = { userId, reference, shown: { shipOn, deliverTo }, ...times }
    return parcels
      ? placeParcels(tx, { ...order, content: { ...content, parcels } })
      : placeOrder(tx, { ...order, content }, startPaying)
  })
}

/** The account is locked before what `place` reads at once; await `holder` before another lock or a write. */
type PaymentWindow = {
  now: Date
  reservedUntil: Date
  holder: Promise<StockHolder>
  /** Starts the payment of a new order, at the end: it locks the network. */
  startPaying: (order: PayableOrder) => Promise<PaymentRow>
}

/** Places the order and calls `startPaying`, or leaves that to the caller; or finds the order of the same request (`isNew: false`). */
type PlaceOrder = (tx: Db, window: PaymentWindow) => Promise<PlacedOrder<PaymentRow>>

type StartedBy = { userId: string; saveAddress: boolean | undefined; people?: GiftParcel[] | undefined }

export async function startPayment(
  context: PaymentContext,
  { userId, saveAddress, people }: StartedBy,
  place: PlaceOrder,
): Promise<StartedPayment> {
  const now = context.now()
  const write = async (tx: Db) => {
    const locking = lockReservationOwner(tx, userId, context.network)
    const startPaying = async (order: PayableOrder) => {
      const holder = await locking
      const [, , payment] = await runTogether(
        context.countStart?.(tx),
        saveOrderAddress(tx, order, { saveAddress, now }),
        addPayment(tx, { order, context, holder, now }),
      )
      return payment
    }
    const window = { now, reservedUntil: addMinutes(now, PAYMENT_WINDOW_MINUTES), holder: locking, startPaying }
    const [, { order, isNew, payment: started }] = await runTogether(locking, place(tx, window))
    const payment = started ?? (await (isNew ? startPaying(order) : latestPayment(tx, order.id)))
    if (!isNew) await saveOrderAddress(tx, order, { saveAddress, now })
    if (people) await saveRecipients(tx, people, { userId, now })
    return { order, payment }
  }
  const { order, payment } = await retryOnceIfTaken(() => inTransaction(context.db, write))
  return offerPayment(context, payment, order)
}

/** Of two concurrent requests with the same order number, the second finds the order of the first. */
async function retryOnceIfTaken<T>(start: () => Promise<T>): Promise<T> {
  return start().catch((error) => {
    if (isDuplicate(error, 'orders_reference_unique')) return start()
    throw error
  })
}

/** Pays an unpaid order: resumes the running payment, or starts a new attempt with a new reservation. */
export async function retryPayment(context: PaymentContext, userId: string, orderId: string): Promise<StartedPayment> {
  const now = context.now()
  const { order, payment } = await inTransaction(context.db, async (tx) => {
    const holder = await lockReservationOwner(tx, userId, context.network)
    const own = await lockCustomerOrder(tx, userId, { id: orderId })
    const [order, ...others] = await lockParcels(tx, own)
    if (order.status !== 'pending' || order.paidAt)
      throw new DomainError('conflict', 'This order is not waiting for a payment.')
    const latest = await latestPayment(tx, order.id)
    if (isOpenPayment(latest.status) && latest.expiresAt > now) return { order, payment: latest }
    await rejectWhilePendingUtr(tx, order)
    if (latest.status === 'review')
      throw new DomainError('conflict', 'We are checking a payment for this order and will write to you.')
    const expired = explainExpiredPrices(order, now)
    if (expired) throw new DomainError('conflict', expired)
    if (isOpenPayment(latest.status))
      await tx.update(payments).set({ status: 'expired' }).where(eq(payments.id, latest.id))
    await context.countStart?.(tx)
    const reservedUntil = addMinutes(now, PAYMENT_WINDOW_MINUTES)
    const { shown } = context
    const renewed = await renewDeliveryPromise(tx, order, { now, heldUntil: reservedUntil, shown })
    for (const parcel of others) await renewDeliveryPromise(tx, parcel, { now, heldUntil: reservedUntil })
    await renewReservation(tx, order, { now, reservedUntil, holder })
    return { order: renewed, payment: await addPayment(tx, { order, context, holder, now }) }
  })
  return offerPayment(context, payment, order)
}

type VoidReplacedOrderInput = { userId: string; reference: string; now: Date }

async function voidReplacedOrder(tx: Db, { userId, reference, now }: VoidReplacedOrderInput): Promise<void> {
  const order = await lockCustomerOrder(tx, userId, { reference })
  if (order.paidAt)
    throw new DomainError('conflict', `Your order ${reference} is already paid.`, {
      code: 'already-paid',
      paidOrderId: reference,
    })
  await rejectWhilePendingUtr(tx, order, { paidOrderId: reference })
  await voidUnpaidOrder(tx, order, { actor: 'customer', reason: 'The customer changed the order before paying', now })
}

/** An order with a submitted UTR must not be paid twice or replaced. */
async function rejectWhilePendingUtr(tx: Db, order: OrderRow, details?: { paidOrderId: string }): Promise<void> {
  const pending = await findPendingUtr(tx, { orderId: payingOrderId(order) })
  if (!pending) return
  const what = `You told us that order ${order.reference} is paid, UTR ${pending.utr}.`
  throw new DomainError('conflict', `${what} We are looking for it with our bank and will write to you.`, details)
}

const insertPayment = prepareInsert(payments, 'insert_payment')

type AddPaymentInput = { order: PayableOrder; context: PaymentContext; holder: StockHolder; now: Date }

async function addPayment(tx: Db, { order, context, holder, now }: AddPaymentInput): Promise<PaymentRow> {
  const isQuoted = order.paymentDeadline !== null
  const amountPaise = await sumOrderTotals(tx, order)
  const row = {
    orderId: order.id,
    provider: context.gateway.name,
    clientTxnId: `KC${ulid()}`,
    amountPaise,
    byFirstTimeCustomer: !holder.isKnown,
    nearNetwork: holder.near,
    wideNetwork: holder.wide,
    expiresAt: addMinutes(now, PAYMENT_WINDOW_MINUTES),
    nextPollAt: computeNextPollAt(now, now),
    createdAt: now,
  }
  // Sent in this order, so that the limits do not count the payment; above them it is rolled back.
  const [, payment] = await runTogether(
    enforceReservationLimits(tx, { holder, orderId: order.id, isQuoted, products: order.products, now }),
    insertPayment(tx, row),
  )
  return payment
}

async function latestPayment(tx: Db, orderId: string): Promise<PaymentRow> {
  return onlyRow(
    await tx
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .orderBy(...LATEST_FIRST)
      .limit(1),
  )
}
