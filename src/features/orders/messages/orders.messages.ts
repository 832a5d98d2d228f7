import { formatDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { isSmsName } from '#src/core/validation/fields.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { link, section } from '#src/features/notifications/mail/mail.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import type { OrderEmailData } from './order-email-data.server.ts'
import {
  composeOrderEmail,
  type FollowedParcel,
  formatDeliveryAddress,
  formatExpectedDelivery,
  formatOrderLines,
  formatOrderTotals,
  formatPickupCode,
  formatTracking,
  formatTrackingLink,
  recipientOf,
} from './order-email-parts.ts'

export function orderShippedMail(order: OrderEmailData, tracking?: FollowedParcel) {
  const { reference, customerName, shippingAddress } = order
  const recipient = recipientOf(order)
  const sent = recipient
    ? `We have sent your gift to ${recipient} in ${shippingAddress.city}.`
    : 'Your chocolates have left our studio.'
  return composeOrderEmail(order, {
    kind: 'order-shipped',
    subject: `${SHOP_NAME}: your ${recipient ? 'gift' : 'order'} ${reference} is on its way`,
    blocks: [
      `Dear ${customerName},`,
      `${sent} Order ${reference}.`,
      ...(tracking ? formatTracking(tracking) : []),
      formatExpectedDelivery(order),
      formatTrackingLink(order),
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
    : 'Your order has arrived.'
  const problem = recipient
    ? 'If you hear that something is broken or missing'
    : 'If something is broken, missing or wrong'
  return composeOrderEmail(order, {
    kind: 'order-delivered',
    subject: `${SHOP_NAME}: your ${recipient ? 'gift' : 'order'} ${reference} has arrived. Is everything well?`,
    blocks: [
      `Dear ${customerName},`,
      `${arrived} Order ${reference} was delivered on ${formatDay(day)}.`,
      `Is everything well? ${problem}, please tell us by ${formatDay(reportUntil)}. We will put it right.`,
      link('Report a problem', order.link),
      formatOrderLines(order),
      ...(recipient ? [] : [storage.length > 0 && section('How to store it', storage.join('\n'))]),
      ...(recipient ? [] : reviews.map(({ name, link: page }) => link(`Review ${name}`, page))),
    ],
  })
}

/** About all parcels of a day; the page of the order shows how to follow each. */
export function parcelsShippedMail(order: OrderEmailData) {
  const reference = order.reference.replace(/-\d+$/, '')
  return composeOrderEmail(
    { ...order, reference },
    {
      kind: 'parcels-shipped',
      subject: `${SHOP_NAME}: parcels of your order ${reference} are on their way`,
      blocks: [
        `Dear ${order.customerName},`,
        `We are sending parcels of your order ${reference} now. You can see each one, and how to follow it, on the page of your order.`,
        'We write once for all parcels of a day.',
        formatDeliveryAddress(order),
        formatExpectedDelivery(order),
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
  const packed = recipient ? `Your gift for ${recipient}, order ${reference},` : `Your order ${reference}`
  return composeOrderEmail(order, {
    kind: 'pickup-ready',
    subject: `${SHOP_NAME}: your order ${reference} is ready for pickup`,
    blocks: [
      `Dear ${customerName},`,
      `${packed} is packed and ready for pickup.`,
      formatPickupCode(order),
      formatExpectedDelivery(order),
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
    subject: `${SHOP_NAME}: the tracking number of your order ${reference}`,
    blocks: [
      `Dear ${customerName},`,
      `You can follow ${recipient ? `your gift to ${recipient}` : 'your chocolates'} now. Order ${reference}.`,
      ...formatTracking(tracking),
      formatExpectedDelivery(order),
      formatTrackingLink(order),
      formatOrderLines(order),
      formatDeliveryAddress(order),
    ],
  })
}

export function shipDayMovedMail(order: OrderEmailData, reason: string) {
  const { reference, customerName, shipOn, pickup } = order
  const moved = pickup ? 'We will pack your order' : 'We will send your order'
  return composeOrderEmail(order, {
    kind: 'ship-day-moved',
    subject: `${SHOP_NAME}: a new delivery date for your order ${reference}`,
    blocks: [
      `Dear ${customerName},`,
      `${moved} ${reference} on ${formatDay(shipOn)}. This replaces the date that we gave you before.`,
      `Why: ${reason}`,
      formatExpectedDelivery(order),
      'If this date does not suit you, you can cancel the order at no cost until it is packed.',
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
      `Your order still waits for cooler weather. We plan to send it on ${formatDay(shipOn)}. You need do nothing.`,
      link('Cancel the order', order.link, 'If you would rather not wait, you can cancel it for a full refund'),
      formatOrderLines(order),
      formatOrderTotals(order),
    ],
  })
}

/** `refunded` is what the cancellation gives back of `total`. */
type PaidOrder = { total: Paise; refunded: Paise }

/** Without `paid`, nothing was paid. */
export function orderCancelledMail(order: OrderEmailData, paid?: PaidOrder | 'replacement') {
  const { reference, customerName } = order
  return composeOrderEmail(order, {
    kind: 'order-cancelled',
    subject: `${SHOP_NAME}: your order ${reference} is cancelled`,
    blocks: [
      `Dear ${customerName},`,
      `Order ${reference} is cancelled.`,
      formatOrderLines(order),
      formatOrderTotals(order),
      whatIsRefunded(paid),
    ],
  })
}

function whatIsRefunded(paid: PaidOrder | 'replacement' | undefined): string {
  if (paid === undefined) return 'It was not paid, so there is nothing to refund.'
  if (paid === 'replacement') return 'It was a replacement at no cost, so there is nothing to refund.'
  const amount = formatAmount(rupees(paid.refunded))
  if (paid.refunded === 0)
    return 'We have refunded all that you paid for it before, so there is nothing left to refund.'
  const back =
    paid.refunded < paid.total
      ? `You get back the remaining ${amount}. We refunded the rest before.`
      : `You get back the ${amount} that you paid, in full.`
  return `${back} We will write to you when it is on its way.`
}

type ChatOrder = Pick<AdminOrder, 'customerName' | 'orderId' | 'items' | 'total' | 'trackingLink'>

/** What an admin sends in a chat about an order: the same facts as the e-mail. */
export function orderChatText({ customerName, orderId, items, total, trackingLink }: ChatOrder): string {
  return [
    `Dear ${customerName},`,
    [`your order ${orderId}:`, ...items.map(formatItem), `Total: ${formatAmount(total)}`].join('\n'),
    ...(trackingLink ? [`Follow your order: ${trackingLink}`] : []),
    SHOP_NAME,
  ].join('\n\n')
}

type Item = ChatOrder['items'][number]

function formatItem({ quantity, price, product }: Item): string {
  return `${quantity} × ${product.name}: ${formatAmount(quantity * price)}`
}
