import { formatDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { isSmsName } from '#src/core/validation/fields.ts'
import { counted } from '#src/core/words.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { link, quote, section } from '#src/features/notifications/mail/mail.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import { REFUND_TIME_TEXT } from '#src/features/settings/policies/policy-text.ts'
import type { OrderEmailData } from './order-email-data.server.ts'
import {
  composeOrderEmail,
  type FollowedParcel,
  formatArrivalHelp,
  formatCancelLink,
  formatDeliveryAddress,
  formatExpectedDelivery,
  formatOrderLines,
  formatOrderTotals,
  formatPickupCode,
  formatPickupTime,
  formatReceiving,
  formatReplaced,
  formatTracking,
  formatTrackingLink,
  NO_TRACKING,
  recipientOf,
  wordFor,
} from './order-email-parts.ts'

export function orderShippedMail(order: OrderEmailData, tracking?: FollowedParcel) {
  const { reference, customerName, shippingAddress } = order
  const recipient = recipientOf(order)
  const what = recipient
    ? `gift to ${recipient} in ${shippingAddress.city}, order ${reference},`
    : `${wordFor(order)} ${reference}`
  return composeOrderEmail(order, {
    kind: 'order-shipped',
    subject: `${SHOP_NAME}: your ${wordFor(order)} ${reference} is on its way`,
    blocks: [
      `Dear ${customerName},`,
      `Your ${what} has left our studio.`,
      formatReplaced(order),
      ...(tracking ? formatTracking(tracking) : [NO_TRACKING]),
      [formatExpectedDelivery(order), formatReceiving(order)].filter(Boolean).join(' '),
      formatArrivalHelp(order),
      ...formatTrackingLink(order),
      formatOrderLines(order),
      formatOrderTotals(order),
      formatDeliveryAddress(order),
    ],
  })
}

export type Arrival = {
  day: string
  /** The last day on which a problem can be reported. */
  reportUntil: string
  storage: readonly string[]
  reviews: readonly { name: string; link: string }[]
}

/** The buyer of a gift has not tasted it, and does not store it. */
export function orderDeliveredMail(order: OrderEmailData, { day, reportUntil, storage, reviews }: Arrival) {
  const { reference, customerName, shippingAddress } = order
  const recipient = recipientOf(order)
  const arrived = recipient
    ? `Your gift to ${recipient} in ${shippingAddress.city} has arrived.`
    : `Your ${wordFor(order)} has arrived.`
  const problem = recipient
    ? 'If you hear that something is melted, broken or missing'
    : 'If something is melted, broken, missing or wrong'
  return composeOrderEmail(order, {
    kind: 'order-delivered',
    subject: `${SHOP_NAME}: your ${wordFor(order)} ${reference} has arrived. Is everything well?`,
    blocks: [
      `Dear ${customerName},`,
      `${arrived} Order ${reference} was delivered on ${formatDay(day)}.`,
      formatReplaced(order),
      `Is everything well? ${problem}, please tell us by ${formatDay(reportUntil)}. We will put it right.`,
      link('Report a problem', order.link),
      formatOrderLines(order),
      ...(recipient ? [] : [storage.length > 0 && section('How to store it', storage.join('\n'))]),
      ...(recipient ? [] : reviews.map(({ name, link: page }) => link(`Review ${name}`, page))),
    ],
  })
}

/** About all parcels of a day out of `inAll`; the page of the order shows how to follow each. */
export function parcelsShippedMail(order: OrderEmailData, inAll: number) {
  const left = Math.max(order.parcels.length, 1)
  const isLast = left >= inAll
  const parcels = isLast ? `All ${counted(inAll, 'parcel')}` : `${left} of the ${counted(inAll, 'parcel')}`
  const next = isLast ? '' : ' We write again when the next one leaves.'
  const reference = order.reference.replace(/-\d+$/, '')
  return composeOrderEmail(
    { ...order, reference },
    {
      kind: 'parcels-shipped',
      subject: `${SHOP_NAME}: parcels of your order ${reference} are on their way`,
      blocks: [
        `Dear ${order.customerName},`,
        `${parcels} of your order ${reference} ${left === 1 ? 'leaves' : 'leave'} our studio today.${next}`,
        formatDeliveryAddress(order),
        formatExpectedDelivery(order),
        formatArrivalHelp(order),
        ...formatTrackingLink(order),
        formatOrderLines(order),
      ],
    },
  )
}

type Shipped = Pick<OrderEmailData, 'reference' | 'shippingAddress' | 'gift'>

export function orderShippedSms({ reference, ...order }: Shipped) {
  const name = recipientOf({ ...order, pickup: null, parcels: [] })
  if (name && isSmsName(name)) return renderSms('gift-shipped', { name, order: reference })
  return renderSms('order-shipped', { order: reference })
}

export function giftOnItsWaySms({ notify, from }: Pick<Gift, 'notify' | 'from'>) {
  if (notify === 'none') return undefined
  const isNamed = notify === 'named' && isSmsName(from)
  return isNamed ? renderSms('gift-from-on-its-way', { name: from }) : renderSms('gift-on-its-way', {})
}

export function pickupReadyMail(order: OrderEmailData) {
  const { reference, customerName } = order
  const recipient = recipientOf(order)
  const packed = recipient ? `Your gift for ${recipient}, order ${reference},` : `Your ${wordFor(order)} ${reference}`
  return composeOrderEmail(order, {
    kind: 'pickup-ready',
    subject: `${SHOP_NAME}: your ${wordFor(order)} ${reference} is ready for pickup`,
    blocks: [
      `Dear ${customerName},`,
      `${packed} is packed and ready for pickup.`,
      formatReplaced(order),
      formatPickupCode(order),
      formatPickupTime(order),
      formatDeliveryAddress(order),
      formatOrderLines(order),
      formatOrderTotals(order),
    ],
  })
}

export function pickupReadySms({ reference, pickupCode }: { reference: string; pickupCode: string }) {
  return renderSms('pickup-ready', { order: reference, code: pickupCode })
}

export function orderTrackingMail(order: OrderEmailData, tracking: FollowedParcel) {
  const { reference, customerName } = order
  const recipient = recipientOf(order)
  return composeOrderEmail(order, {
    kind: 'order-tracking',
    subject: `${SHOP_NAME}: the tracking number of your ${wordFor(order)} ${reference}`,
    blocks: [
      `Dear ${customerName},`,
      `You can now follow your ${recipient ? `gift to ${recipient}, order ${reference}` : `${wordFor(order)} ${reference}`}.`,
      ...formatTracking(tracking),
      formatExpectedDelivery(order),
      ...formatTrackingLink(order),
      formatOrderLines(order),
      formatDeliveryAddress(order),
    ],
  })
}

export function shipDayMovedMail(order: OrderEmailData, { before, reason }: { before: string | null; reason: string }) {
  const { reference, customerName, shipOn, pickup } = order
  const moved = pickup ? 'We will pack your order' : 'We will send your order'
  const not =
    before === null ? 'This replaces the date that we gave you before.' : `not on ${formatDay(before)} as we said.`
  return composeOrderEmail(order, {
    kind: 'ship-day-moved',
    subject: `${SHOP_NAME}: a new delivery date for your order ${reference}`,
    blocks: [
      `Dear ${customerName},`,
      `${moved} ${reference} on ${formatDay(shipOn)}${before === null ? '. ' : ', '}${not}`,
      `Why: ${reason}`,
      formatExpectedDelivery(order),
      formatCancelLink(
        order,
        'If the new day does not suit you, you can cancel the order at no cost until it is packed',
      ),
      formatOrderLines(order),
      formatDeliveryAddress(order),
    ],
  })
}

export function orderHeldMail(order: OrderEmailData) {
  const { reference, customerName, shipOn } = order
  return composeOrderEmail(order, {
    kind: 'order-held',
    subject: `${SHOP_NAME}: your order ${reference} still waits for cooler weather`,
    blocks: [
      `Dear ${customerName},`,
      [
        `Your order ${reference} still waits for cooler weather. We plan to send it on ${formatDay(shipOn)}.`,
        formatExpectedDelivery(order),
        'You do not need to do anything.',
      ]
        .filter(Boolean)
        .join(' '),
      formatCancelLink(order, 'If you would rather not wait, you can cancel it for a full refund'),
      formatOrderLines(order),
      formatOrderTotals(order),
    ],
  })
}

/** `refunded` is what the cancellation gives back of `total`. */
type PaidOrder = { total: Paise; refunded: Paise }

/** Without `paid`, nothing was paid. An admin's `reason` is for the customer. */
type Cancelled = { by: 'admin' | 'customer'; reason?: string | undefined; paid?: PaidOrder | 'replacement' | undefined }

export function orderCancelledMail(order: OrderEmailData, { by, reason, paid }: Cancelled) {
  const { reference, customerName } = order
  const what = by === 'customer' ? 'You cancelled your order' : 'We are sorry: we had to cancel your order'
  return composeOrderEmail(order, {
    kind: 'order-cancelled',
    subject: `${SHOP_NAME}: your order ${reference} is cancelled`,
    blocks: [
      `Dear ${customerName},`,
      `${what} ${reference}.`,
      by === 'admin' && reason ? quote(reason, 'Why') : undefined,
      whatIsRefunded(paid),
      formatOrderLines(order),
    ],
  })
}

function whatIsRefunded(paid: PaidOrder | 'replacement' | undefined): string {
  if (paid === undefined)
    return 'It was not paid, so there is nothing to refund. If your bank did take the money, write to us with the UTR: the 12-digit number of the payment in your UPI app.'
  if (paid === 'replacement') return 'It was a replacement at no cost, so there is nothing to refund.'
  const amount = formatAmount(rupees(paid.refunded))
  if (paid.refunded === 0)
    return 'We have refunded all that you paid for it before, so there is nothing left to refund.'
  const back =
    paid.refunded < paid.total
      ? `You get back the remaining ${amount}. We refunded the rest before.`
      : `You get back the ${amount} that you paid, in full.`
  return `${back} ${REFUND_TIME_TEXT} We write to you once it is sent.`
}
