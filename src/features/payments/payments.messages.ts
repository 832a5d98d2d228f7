import { formatAmount } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { fillSms } from '#src/features/notifications/sms.rules.ts'

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

/** Money went back. `bankReference` is the number of that transfer, where the bank has told it. */
export function refundDoneMail({
  reference,
  customerName,
  amount,
  bankReference,
}: PaidOrder & { bankReference: string | null }) {
  const number = bankReference === null ? '' : `, under the bank's reference ${bankReference}`
  return {
    subject: `${SHOP_NAME}: we have sent your money back`,
    text: `Dear ${customerName},\n\nwe have sent you ${formatAmount(amount)} for order ${reference} back${number}. Banks usually take a day or two.\n\n${SHOP_NAME}`,
  }
}

/** Money that came and cannot be used. `reference` is the order's, `upiTxnId` the bank's. */
export function refundDueMail({ reference, customerName, amount, upiTxnId }: PaidOrder & { upiTxnId: string }) {
  return {
    subject: `${SHOP_NAME}: we owe you a refund`,
    text: `Dear ${customerName},\n\nwe received ${formatAmount(amount)} (UPI reference ${upiTxnId}) for order ${reference} that we cannot use. We are sorry. You get it back in full.`,
  }
}
