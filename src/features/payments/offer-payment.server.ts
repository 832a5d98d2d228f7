import { and, eq, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, onlyRow, prepareOnce } from '#src/db/database.server.ts'
import { bareValue } from '#src/db/prepared-insert.server.ts'
import { getPromisedDays } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { findDispatchDays, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { readPayeeName } from '#src/features/payments/gateways/upi-link.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'
import { createQrCode, createQrCodeDeferred } from '#src/server/render/qr-code.server.ts'
import { toPublicStatus } from './payment-status.ts'
import type { StartedPayment } from './payments.contract.ts'
import { payments } from './payments.table.server.ts'
import { describeStartedPayment } from './started-payment-text.server.ts'

type OfferContext = { db: Db; gateway: PaymentGateway; now: () => Date }

/** Registers a new payment with the gateway and returns what the customer needs to pay it. */
export async function offerPayment(
  context: OfferContext,
  payment: PaymentRow,
  order: OrderRow,
): Promise<StartedPayment> {
  return toStartedPayment(context, await createGatewayPayment(context, payment), order)
}

const updateToPending = prepareOnce((db) =>
  db
    .update(payments)
    .set({
      status: 'pending',
      upiLink: bareValue('upiLink'),
      paymentUrl: bareValue('paymentUrl'),
      upiId: bareValue('upiId'),
      updatedAt: sql`now()`,
    })
    .where(and(eq(payments.id, sql.placeholder('id')), eq(payments.status, 'created')))
    .returning()
    .prepare('payment_to_pending'),
)

type OfferedPayment = PaymentRow & { qrCode?: string }

// Outside any transaction: the gateway may be slow or fail.
async function createGatewayPayment({ db, gateway }: OfferContext, payment: PaymentRow): Promise<OfferedPayment> {
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
  const opening = updateToPending(db).execute({ id: payment.id, upiLink, paymentUrl, upiId })
  const [[opened], qrCode] = await Promise.all([opening, createQrCodeDeferred(upiLink)])
  return opened ? { ...opened, qrCode } : onlyRow(await db.select().from(payments).where(eq(payments.id, payment.id)))
}

async function toStartedPayment(
  { db, now }: OfferContext,
  payment: OfferedPayment,
  order: OrderRow,
): Promise<StartedPayment> {
  const { upiLink, paymentUrl, upiId } = payment
  if (!upiLink || !paymentUrl || !upiId)
    throw new DomainError('unavailable', 'The payment could not be started. Please try again.')
  const submittedUtr = (await findPendingUtr(db, { payment }))?.utr ?? null
  return {
    success: true,
    message: describeStartedPayment({ order, payment, submittedUtr, now: now() }),
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
    submittedUtr,
    expectedDelivery: await getPromisedDays(db, order),
    dispatch: await findDispatchDays(db, order),
  }
}
