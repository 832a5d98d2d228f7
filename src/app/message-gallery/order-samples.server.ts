import { type Paise, paise } from '#src/core/money.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import {
  orderCancelledMail,
  orderDeliveredMail,
  orderHeldMail,
  orderShippedMail,
  orderTrackingMail,
  parcelsShippedMail,
  pickupReadyMail,
  shipDayMovedMail,
} from '#src/features/orders/messages/orders.messages.ts'
import { deliveryProblemMail } from '#src/features/orders/shipments/problems/delivery-problems.server.ts'
import { DELIVERY_PROBLEMS } from '#src/features/orders/shipments/problems/delivery-problems.ts'
import {
  confirmationRequestMail,
  paymentRejectedMail,
  utrReusedMail,
} from '#src/features/payments/manual-upi/manual-upi.messages.ts'
import {
  newOrderMail,
  orderPaidMail,
  refundDecisionMail,
  refundDoneMail,
  refundDueMail,
  reservedProductsMail,
  reservedShopMail,
  unmatchedPaymentMail,
} from '#src/features/payments/payments.messages.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import {
  createSampleOrder,
  SAMPLE_GIFT,
  SAMPLE_PARCELS,
  SAMPLE_PICKUP,
  SAMPLE_REPLACEMENT,
} from './sample-order.server.ts'

const FOLLOWED = {
  courier: 'Delhivery',
  number: '1234567890123',
  page: 'https://www.delhivery.com/track/package/1234567890123',
}

const document = (what: string, path: string) => ({
  what,
  link: absoluteUrl(`/api/orders/0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a/${path}`),
})

export function createOrderSamples() {
  const [order, gift, pickup] = [createSampleOrder(), createSampleOrder(SAMPLE_GIFT), createSampleOrder(SAMPLE_PICKUP)]
  const parcels = createSampleOrder(SAMPLE_PARCELS)
  const waiting = createSampleOrder({
    heat: 'wait',
    shipOn: '2027-06-28',
    expected: { from: '2027-06-29', to: '2027-06-29' },
    trackingUntil: '2027-09-12',
  })
  const again = createSampleOrder(SAMPLE_REPLACEMENT)
  const arrival = {
    ...{ day: '2026-11-26', reportUntil: '2026-12-03' },
    storage: ['Store at 16 to 20 °C, dry and away from sunlight.'],
    reviews: [{ name: 'Rose Truffle', link: absoluteUrl('/product/1') }],
  }
  const invoice = (...tax: (readonly [string, Paise])[]) => ({
    ...document('tax invoice KC/26-27/000042', 'invoice'),
    tax,
  })
  const local = (each: number) => [['CGST', paise(each)] as const, ['SGST', paise(each)] as const]
  return {
    'order-paid': {
      'By courier': orderPaidMail(order, invoice(...local(28_58))),
      'A gift': orderPaidMail(gift, invoice(['IGST', paise(60_02)])),
      Pickup: orderPaidMail(pickup, invoice(...local(25_01))),
      'Several parcels': orderPaidMail(parcels, {
        ...{ ...invoice(['IGST', paise(57_17)]), what: '3 tax invoices', link: order.link },
      }),
      'Held for heat, without an invoice': orderPaidMail(waiting, undefined),
    },
    'order-shipped': {
      'With a tracking number': orderShippedMail(order, FOLLOWED),
      'A gift, without a tracking number': orderShippedMail(gift),
      'A replacement': orderShippedMail(again, FOLLOWED),
    },
    'parcels-shipped': {
      'Some of them': parcelsShippedMail(
        { ...parcels, parcels: parcels.parcels.filter(({ number }) => number !== 2) },
        3,
      ),
      'All on one day': parcelsShippedMail(parcels, 3),
    },
    'order-tracking': [orderTrackingMail(order, FOLLOWED)],
    'order-delivered': {
      'To the customer': orderDeliveredMail(order, arrival),
      'A gift': orderDeliveredMail(gift, arrival),
      'A replacement': orderDeliveredMail(again, arrival),
    },
    'pickup-ready': [pickupReadyMail(pickup)],
    'ship-day-moved': [
      shipDayMovedMail(order, { before: '2026-11-23', reason: 'Our tempering machine needs a new part.' }),
    ],
    'order-held': [orderHeldMail(waiting)],
    'order-cancelled': {
      'Paid, by us': orderCancelledMail(order, {
        by: 'admin',
        reason: 'The last box broke while we packed it.',
        paid: { total: paise(1200_50), refunded: paise(1200_50) },
      }),
      'Unpaid, by the customer': orderCancelledMail(order, { by: 'customer' }),
      'A replacement, by us': orderCancelledMail(again, {
        ...{ by: 'admin', reason: 'You asked for your money back instead.', paid: 'replacement' },
      }),
    },
    ...createRefundSamples(order),
    'payment-rejected': [
      paymentRejectedMail(order, {
        amount: paise(1200_50),
        utr: '632612345678',
        reason: 'Nothing under this number until noon.',
      }),
    ],
  } as const
}

function createRefundSamples(order: OrderEmailData) {
  const creditNote = document('credit note KC/26-27/C000007', 'credit-notes/7d7f0c1e-1111-4222-8333-944455556666')
  return {
    'refund-due': [
      refundDueMail(order, { amount: paise(500_00), upiTxnId: '632512345678', reason: 'duplicate-payment' }),
    ],
    'refund-done': {
      'Paid twice': refundDoneMail(order, {
        ...{ amount: paise(500_00), reason: 'duplicate-payment', bankReference: null, way: 'normal' },
      }),
      'For some pieces, at once': refundDoneMail(order, {
        ...{ amount: paise(900_00), pieces: '2 × Rose Truffle (SC-1006)', reason: 'admin', way: 'instant', creditNote },
        ...{ paid: { amount: paise(1200_50), refundedInAll: paise(1150_50) }, bankReference: '633112345678' },
      }),
      'For a cancelled order, by hand': refundDoneMail(order, {
        ...{ amount: paise(1200_50), reason: 'order-cancelled', way: 'by-hand', creditNote },
        ...{ paid: { amount: paise(1200_50), refundedInAll: paise(1200_50) }, bankReference: 'NEFT000123' },
      }),
    },
  } as const
}

function createDeliveryProblemSamples(reference: string) {
  const first = { reference, courier: 'delhivery' } as const
  const second = { reference: 'ORD_1763751000000_p5f7g1', courier: 'shiprocket' } as const
  const each = DELIVERY_PROBLEMS.map((problem) => [problem, deliveryProblemMail(problem, [first])] as const)
  return { ...Object.fromEntries(each), 'two parcels': deliveryProblemMail('unconfirmed', [first, second]) }
}

export function createPaymentSamples() {
  const order = createSampleOrder()
  const [link, unpaid] = [absoluteUrl('/admin/payments?status=decide'), absoluteUrl('/admin?status=unpaid')]
  const { reference, customerName } = order
  const submitted = { reference, customerName, amount: paise(1200_50), utr: '632612345678', link }
  return {
    'new-order': {
      'One parcel': newOrderMail(order, absoluteUrl(`/admin?q=${reference}`)),
      'Several parcels': newOrderMail(createSampleOrder(SAMPLE_PARCELS), absoluteUrl(`/admin?q=${reference}`)),
    },
    'refund-decision': [
      refundDecisionMail({ reference, amount: paise(500_00), why: 'The order was cancelled.', link }),
    ],
    'unmatched-payment': [
      unmatchedPaymentMail({
        ...{ amount: paise(500_00), why: 'Money arrived for an unknown payment.', link, reference: null },
        ...{ upiTxnId: '632512345678', reportedAt: new Date('2026-11-22T13:00:00Z') },
      }),
    ],
    'confirmation-request': [confirmationRequestMail(submitted)],
    'utr-reused': [utrReusedMail({ ...submitted, firstReference: 'ORD_1763700000000_a1b2c3' })],
    'delivery-problem': createDeliveryProblemSamples(reference),
    'reserved-products': [reservedProductsMail([{ name: 'Rose Truffle', reserved: 40, stock: 60 }], unpaid)],
    'reserved-shop': [reservedShopMail(unpaid)],
  } as const
}
