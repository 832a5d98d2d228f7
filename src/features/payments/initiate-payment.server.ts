import { and, desc, eq } from 'drizzle-orm'
import { ulid } from 'ulid'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { PAYMENT_WINDOW_MINUTES, SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import type { StockHolder } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { lockCustomerOrder, type OrderRow, placeOrder, renewReservation } from '#src/features/orders/orders.server.ts'
import { getPromisedDays, renewDeliveryPromise } from '#src/features/orders/place/delivery-promise.server.ts'
import { getPaymentDeadline } from '#src/features/orders/place/reservation-eligibility.server.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { readPayeeName } from '#src/features/payments/gateways/upi-link.server.ts'
import {
  enforceReservationLimits,
  lockReservationOwner,
} from '#src/features/payments/limits/enforce-reservation-limits.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import { voidUnpaidOrder } from '#src/features/payments/order-payment/void-unpaid-order.server.ts'
import type { NetworkFingerprint } from '#src/server/http/network-fingerprint.server.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'
import { createQrCode, createQrCodeDeferred } from '#src/server/render/qr-code.server.ts'
import { computeNextPollAt } from './payment-state-machine.ts'
import { isOpenPayment, toPublicStatus } from './payment-status.ts'
import type { InitiatePayment, StartedPayment } from './payments.contract.ts'
import { payments } from './payments.table.server.ts'
import type { OnOrderPaid, PaymentRow } from './process-payment-event.server.ts'

/** What taking money needs: the data, the provider, the time (so that tests can move it), and who hears of it. */
export type PaymentContext = {
  db: Db
  gateway: PaymentGateway
  now: () => Date
  onPaid: OnOrderPaid
  /** Where the call came from, for the limits of what unpaid orders hold. */
  network?: NetworkFingerprint | undefined
  /** Tests do not wait for a provider as long as the shop. */
  gatewayTimeoutMs?: number
}

/**
 * Starts paying for a cart. In one transaction the order is priced from our own data, compared with what the shopper
 * was shown, its pieces are reserved, and order and payment are written; then the provider is told.
 * The same call again gives the same order and the same payment, also after a crash between the two steps. Refuses what
 * would hold too much of the shelf without being paid (hold-limits.server.ts).
 */
export async function initiatePayment(
  context: PaymentContext,
  userId: string,
  input: InitiatePayment,
): Promise<StartedPayment> {
  return startPayment(context, userId, async (tx, window) => {
    const { replaces } = input
    if (replaces && replaces !== input.orderId) await withdraw(tx, { userId, reference: replaces, now: window.now })
    return placeOrder(tx, { ...toNewOrder(userId, input), ...window })
  })
}

type Window = { now: Date; reservedUntil: Date; holder: StockHolder }

/** Writes the order to be paid, or finds the one that was placed by the same call before (`isNew: false`). */
type Place = (tx: Db, window: Window) => Promise<{ order: OrderRow; isNew: boolean }>

/** Places an order and its payment in one transaction, then tells the provider. */
export async function startPayment(context: PaymentContext, userId: string, place: Place): Promise<StartedPayment> {
  const now = context.now()
  const { order, payment } = await inTransaction(context.db, async (tx) => {
    const holder = await lockReservationOwner(tx, userId, context.network)
    const placed = await place(tx, { now, reservedUntil: addMinutes(now, PAYMENT_WINDOW_MINUTES), holder })
    if (!placed.isNew) return { order: placed.order, payment: await latestPayment(tx, placed.order.id) }
    const payment = await addPayment(tx, { order: placed.order, context, holder, now })
    return { order: placed.order, payment }
  })
  return present(context.db, await offer(context, payment), order)
}

/** Pays an order that is still unpaid: the running payment if there is one, else a new attempt with the pieces taken again. */
export async function retryPayment(context: PaymentContext, userId: string, orderId: string): Promise<StartedPayment> {
  const now = context.now()
  const { order, payment } = await inTransaction(context.db, async (tx) => {
    const holder = await lockReservationOwner(tx, userId, context.network)
    const order = await lockCustomerOrder(tx, userId, { id: orderId })
    if (order.status !== 'pending' || order.paidAt)
      throw new DomainError('conflict', 'This order is not waiting for a payment.')
    const latest = await latestPayment(tx, order.id)
    if (isOpenPayment(latest.status) && latest.expiresAt > now) return { order, payment: latest }
    await refuseWhileLookedFor(tx, order)
    if (latest.status === 'review')
      throw new DomainError('conflict', 'We are looking at a payment for this order. We will write to you.')
    refuseOldTerms(order, now)
    if (isOpenPayment(latest.status))
      await tx.update(payments).set({ status: 'expired' }).where(eq(payments.id, latest.id))
    await renewReservation(tx, order, { now, reservedUntil: addMinutes(now, PAYMENT_WINDOW_MINUTES), holder })
    const payment = await addPayment(tx, { order, context, holder, now })
    return { order: await renewDeliveryPromise(tx, order, now), payment }
  })
  return present(context.db, await offer(context, payment), order)
}

/** What an order costs is not promised for ever. Money that comes late for an earlier payment still pays it. */
function refuseOldTerms(order: OrderRow, now: Date): void {
  if (getPaymentDeadline(order) > now) return
  const ofQuotation = 'The quotation of this order is no longer valid. Please ask us for a new one.'
  const ofCart = 'We keep the prices of an unpaid order for 24 hours. Please fill your cart again.'
  throw new DomainError('conflict', order.payableUntil ? ofQuotation : ofCart)
}

type Withdrawing = { userId: string; reference: string; now: Date }

/** Gives up the shopper's earlier unpaid order, so that its pieces are free for the one that takes its place. */
async function withdraw(tx: Db, { userId, reference, now }: Withdrawing): Promise<void> {
  const order = await lockCustomerOrder(tx, userId, { reference })
  if (order.paidAt)
    throw new DomainError('conflict', `Your order ${reference} is already paid.`, { paidOrderId: reference })
  await refuseWhileLookedFor(tx, order, { paidOrderId: reference })
  await voidUnpaidOrder(tx, order, { actor: 'shopper', reason: 'The shopper changed the order before paying', now })
}

/** Whoever has told us that an order is paid need not pay it twice, nor may it make room for another. */
async function refuseWhileLookedFor(tx: Db, order: OrderRow, details?: { paidOrderId: string }): Promise<void> {
  const told = await findPendingUtr(tx, { orderId: order.id })
  if (!told) return
  const what = `You told us that order ${order.reference} is paid, UTR ${told.utr}.`
  throw new DomainError('conflict', `${what} We are looking for it with our bank and will write to you.`, details)
}

function toNewOrder(userId: string, input: InitiatePayment) {
  return {
    userId,
    reference: input.orderId,
    customer: { name: input.customerName, email: input.customerEmail, phone: input.customerPhone },
    items: input.items,
    shippingAddress: input.shippingAddress,
    notes: input.notes,
    promoCode: input.promoCode,
    expectedTotal: paiseFromRupees(input.amount),
  }
}

type Starting = { order: OrderRow; context: PaymentContext; holder: StockHolder; now: Date }

/** The payment of an order that has reserved its pieces; refused where it would hold too much. */
async function addPayment(tx: Db, { order, context, holder, now }: Starting): Promise<PaymentRow> {
  await enforceReservationLimits(tx, { holder, orderId: order.id, now })
  return onlyRow(
    await tx
      .insert(payments)
      .values({
        orderId: order.id,
        provider: context.gateway.name,
        clientTxnId: `KC${ulid()}`,
        amountPaise: order.totalPaise,
        ofNewcomer: !holder.isKnown,
        nearNetwork: holder.near,
        wideNetwork: holder.wide,
        expiresAt: addMinutes(now, PAYMENT_WINDOW_MINUTES),
        nextCheckAt: computeNextPollAt(now, now),
        createdAt: now,
      })
      .returning(),
  )
}

async function latestPayment(tx: Db, orderId: string): Promise<PaymentRow> {
  return onlyRow(
    await tx.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.createdAt)).limit(1),
  )
}

/** With its QR code, when that was drawn already. */
type OfferedPayment = PaymentRow & { qrCode?: string }

/** Tells the provider about a payment that it does not know yet. Outside any transaction: it may take long, or fail. */
async function offer({ db, gateway }: PaymentContext, payment: PaymentRow): Promise<OfferedPayment> {
  if (payment.status !== 'created') return payment
  const note = `${SHOP_NAME} ${payment.clientTxnId.slice(-8)}`
  const { upiLink, paymentUrl, upiId } = await releaseSlotWhile(
    gateway.createPayment({
      clientTxnId: payment.clientTxnId,
      amount: paise(payment.amountPaise),
      note,
      expiresAt: payment.expiresAt,
    }),
  )
  const opening = db
    .update(payments)
    .set({ status: 'pending', upiLink, paymentUrl, upiId })
    .where(and(eq(payments.id, payment.id), eq(payments.status, 'created')))
    .returning()
  const [[opened], qrCode] = await Promise.all([opening, createQrCodeDeferred(upiLink)])
  return opened ? { ...opened, qrCode } : onlyRow(await db.select().from(payments).where(eq(payments.id, payment.id)))
}

async function present(db: Db, payment: OfferedPayment, order: OrderRow): Promise<StartedPayment> {
  const { upiLink, paymentUrl, upiId } = payment
  if (!upiLink || !paymentUrl || !upiId)
    throw new DomainError('unavailable', 'The payment could not be started. Please try again.')
  return {
    success: true,
    message: 'UPI payment is ready.',
    paymentUrl,
    upiLink,
    qrCode: payment.qrCode ?? createQrCode(upiLink),
    upiId,
    payeeName: readPayeeName(upiLink),
    amount: rupees(paise(payment.amountPaise)),
    orderId: order.reference,
    clientTxnId: payment.clientTxnId,
    transactionId: payment.id,
    status: toPublicStatus(payment.status),
    expiresAt: payment.expiresAt.toISOString(),
    isByHand: payment.provider === MANUAL_UPI,
    typedUtr: (await findPendingUtr(db, { payment }))?.utr ?? null,
    expectedDelivery: await getPromisedDays(db, order),
  }
}
