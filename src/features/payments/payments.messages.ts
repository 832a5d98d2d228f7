import { formatAmount } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { fillSms } from '#src/features/notifications/sms.rules.ts'
import type { RefundSpeed } from './refunds.reducer.ts'

type PaidOrder = { reference: string; customerName: string /** In rupees. */; amount: number }

export function orderPaidMail({ reference, customerName, amount }: PaidOrder) {
  return {
    subject: `${SHOP_NAME}: we received your payment`,
    text: `Thank you, ${customerName}. We received ${formatAmount(amount)} for order ${reference} and begin to pack it.`,
  }
}

export function orderPaidSms({ reference, amount }: Omit<PaidOrder, 'customerName'>) {
  return fillSms('order-paid', { amount: formatAmount(amount).replace('₹', ''), order: reference })
}

/** How money went back: through the gateway, as fast as it says, or by a transfer that a person made. */
export type RefundWay = RefundSpeed | 'by-hand'

const ARRIVES: Record<RefundWay, string> = {
  instant: 'It should be in your account within the hour.',
  normal: 'Your bank shows it within 5 to 7 working days.',
  'by-hand':
    'We made this transfer ourselves. If you do not see it by the end of the next working day, please write to us.',
}

/** Money went back. `bankReference` is the number of that transfer, where the bank has told it. */
export function refundDoneMail({
  reference,
  customerName,
  amount,
  bankReference,
  way,
}: PaidOrder & { bankReference: string | null; way: RefundWay }) {
  const number = bankReference === null ? '' : `, under the bank's reference ${bankReference}`
  return {
    subject: `${SHOP_NAME}: we have sent your money back`,
    text: `Dear ${customerName},\n\nwe have sent you ${formatAmount(amount)} for order ${reference} back${number}. ${ARRIVES[way]}\n\n${SHOP_NAME}`,
  }
}

/** Money that came and cannot be used. `reference` is the order's, `upiTxnId` the bank's. */
export function refundDueMail({ reference, customerName, amount, upiTxnId }: PaidOrder & { upiTxnId: string }) {
  return {
    subject: `${SHOP_NAME}: we owe you a refund`,
    text: `Dear ${customerName},\n\nwe received ${formatAmount(amount)} (UPI reference ${upiTxnId}) for order ${reference} that we cannot use. We are sorry. You get it back in full.`,
  }
}
