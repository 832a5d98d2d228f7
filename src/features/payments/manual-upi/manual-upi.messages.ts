import { formatAmount } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'

type UtrEmailData = { reference: string; customerName: string; amount: number; utr: string }

export function confirmationRequestMail({ reference, customerName, amount, utr }: UtrEmailData) {
  return {
    subject: `${SHOP_NAME}: please confirm ${formatAmount(amount)}`,
    text: `${customerName} reports a payment of ${formatAmount(amount)} for order ${reference}, UTR ${utr}.\n\nPlease look for it on the bank's statement and confirm it in the admin, under Payment Portal. We have promised an answer within 2 working hours.`,
  }
}

export function utrReusedMail({ reference, customerName, amount, utr }: UtrEmailData) {
  return {
    subject: `${SHOP_NAME}: one UTR for two orders`,
    text: `${customerName} gave the UTR ${utr} for order ${reference} (${formatAmount(amount)}). It was given for another order before, so we refused it and nothing has changed.\n\nIf the first of the two mistyped it, mark that one as not received: then the number is free.`,
  }
}

export function paymentRejectedMail({
  reference,
  customerName,
  amount,
  utr,
  reason,
}: UtrEmailData & { reason: string }) {
  return {
    subject: `${SHOP_NAME}: we could not find your payment`,
    text: `Dear ${customerName},\n\nWe looked for ${formatAmount(amount)} with the UTR ${utr} for order ${reference} and did not find it: ${reason}\n\nIf you have paid, please compare the number in your UPI app and correct it under My Orders, or write to us. If you have not paid, nothing is lost: you can pay the order there, too. If we receive money that we cannot use, we will refund it in full.\n\n${SHOP_NAME}`,
  }
}
