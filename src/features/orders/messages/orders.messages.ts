import { formatDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import type { OrderEmailData } from './order-email-data.server.ts'
import {
  composeOrderEmail,
  formatDeliveryAddress,
  formatExpectedDelivery,
  formatOrderLines,
} from './order-email-parts.ts'

type Followed = { courier: string; number: string; page: string | null }

export function orderShippedMail(order: OrderEmailData, tracking?: Followed) {
  const { reference, customerName } = order
  return {
    subject: `${SHOP_NAME}: your order ${reference} is on its way`,
    text: composeOrderEmail(order, [
      `Dear ${customerName},`,
      `Your chocolates have left our studio. Order ${reference}.`,
      tracking && wayToFollow(tracking),
      formatExpectedDelivery(order),
      formatOrderLines(order),
      formatDeliveryAddress(order),
    ]),
  }
}

export function orderShippedSms({ reference }: Pick<OrderEmailData, 'reference'>) {
  return renderSms('order-shipped', { order: reference })
}

export function orderTrackingMail(order: OrderEmailData, tracking: Followed) {
  const { reference, customerName } = order
  return {
    subject: `${SHOP_NAME}: the tracking number of your order ${reference}`,
    text: composeOrderEmail(order, [
      `Dear ${customerName},`,
      `You can follow your chocolates now. Order ${reference}.`,
      wayToFollow(tracking),
      formatExpectedDelivery(order),
    ]),
  }
}

function wayToFollow({ courier, number, page }: Followed): string {
  return `The parcel is shipped with ${courier}, tracking number ${number}.${page ? `\n${page}` : ''}`
}

export function shipDayMovedMail(order: OrderEmailData, reason: string) {
  const { reference, customerName, shipOn } = order
  return {
    subject: `${SHOP_NAME}: a new delivery date for your order ${reference}`,
    text: composeOrderEmail(order, [
      `Dear ${customerName},`,
      `We will send your order ${reference} on ${formatDay(shipOn)}. This replaces the date that we gave you before.`,
      `Why: ${reason}`,
      formatExpectedDelivery(order),
      'If this date does not suit you, you can cancel the order at no cost until it is packed.',
    ]),
  }
}

/** Without `paid`, nothing was paid. */
export function orderCancelledMail(order: OrderEmailData, paid?: Paise) {
  const { reference, customerName } = order
  return {
    subject: `${SHOP_NAME}: your order ${reference} is cancelled`,
    text: composeOrderEmail(order, [
      `Dear ${customerName},`,
      `Order ${reference} is cancelled.`,
      formatOrderLines(order),
      paid === undefined
        ? 'It was not paid, so there is nothing to refund.'
        : `You get back the ${formatAmount(rupees(paid))} that you paid, in full. We will write to you when it is on its way.`,
    ]),
  }
}
