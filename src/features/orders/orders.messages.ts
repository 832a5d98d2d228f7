import { formatAmount } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { fillSms } from '#src/features/notifications/sms.rules.ts'

type Addressed = { reference: string; customerName: string }
/** `page` is the courier's own about the parcel. */
type Followed = { courier: string; number: string; page: string | null }

export function orderShippedMail({ reference, customerName, tracking }: Addressed & { tracking?: Followed }) {
  const follow = tracking ? `\n\n${wayToFollow(tracking)}` : ''
  return {
    subject: `${SHOP_NAME}: your order ${reference} is on its way`,
    text: `Dear ${customerName},\n\nyour chocolates have left our studio. Order ${reference}.${follow}\n\n${SHOP_NAME}`,
  }
}

export function orderShippedSms({ reference }: Pick<Addressed, 'reference'>) {
  return fillSms('order-shipped', { order: reference })
}

/** For a number that came after the parcel had left. */
export function orderTrackingMail({ reference, customerName, tracking }: Addressed & { tracking: Followed }) {
  return {
    subject: `${SHOP_NAME}: the tracking number of your order ${reference}`,
    text: `Dear ${customerName},\n\nyou can follow your chocolates now. Order ${reference}.\n\n${wayToFollow(tracking)}\n\n${SHOP_NAME}`,
  }
}

function wayToFollow({ courier, number, page }: Followed): string {
  return `The parcel travels with ${courier}, tracking number ${number}.${page ? `\n${page}` : ''}`
}

/** `paid` in rupees; absent where no money had come. */
export function orderCancelledMail({ reference, customerName, paid }: Addressed & { paid: number | undefined }) {
  const refund = paid === undefined ? '' : `\n\nYou get the ${formatAmount(paid)} that you paid back in full.`
  return {
    subject: `${SHOP_NAME}: your order ${reference} is cancelled`,
    text: `Dear ${customerName},\n\norder ${reference} is cancelled.${refund}\n\n${SHOP_NAME}`,
  }
}
