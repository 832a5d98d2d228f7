import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { fillSms } from '#src/features/notifications/sms.rules.ts'
import type { MailedOrder } from './mailed-order.server.ts'
import { aboutOrder, addressOf, expectedOf, linesOf } from './order-words.ts'

/** `page` is the courier's own about the parcel. */
type Followed = { courier: string; number: string; page: string | null }

export function orderShippedMail(order: MailedOrder, tracking?: Followed) {
  const { reference, customerName } = order
  return {
    subject: `${SHOP_NAME}: your order ${reference} is on its way`,
    text: aboutOrder(order, [
      `Dear ${customerName},`,
      `your chocolates have left our studio. Order ${reference}.`,
      tracking && wayToFollow(tracking),
      expectedOf(order),
      linesOf(order),
      addressOf(order),
    ]),
  }
}

export function orderShippedSms({ reference }: Pick<MailedOrder, 'reference'>) {
  return fillSms('order-shipped', { order: reference })
}

/** For a number that came after the parcel had left. */
export function orderTrackingMail(order: MailedOrder, tracking: Followed) {
  const { reference, customerName } = order
  return {
    subject: `${SHOP_NAME}: the tracking number of your order ${reference}`,
    text: aboutOrder(order, [
      `Dear ${customerName},`,
      `you can follow your chocolates now. Order ${reference}.`,
      wayToFollow(tracking),
      expectedOf(order),
    ]),
  }
}

function wayToFollow({ courier, number, page }: Followed): string {
  return `The parcel travels with ${courier}, tracking number ${number}.${page ? `\n${page}` : ''}`
}

/** `paid` is absent where no money had come. */
export function orderCancelledMail(order: MailedOrder, paid?: Paise) {
  const { reference, customerName } = order
  return {
    subject: `${SHOP_NAME}: your order ${reference} is cancelled`,
    text: aboutOrder(order, [
      `Dear ${customerName},`,
      `order ${reference} is cancelled.`,
      linesOf(order),
      paid === undefined
        ? 'Nothing was paid for it, so nothing is owed.'
        : `You get back the ${formatAmount(rupees(paid))} that you paid, in full. We write to you when it is on its way.`,
    ]),
  }
}
