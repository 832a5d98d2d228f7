import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { button, composeMail, link } from '#src/features/notifications/mail/mail.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import {
  composeOrderEmail,
  formatOrderLines,
  formatOrderTotals,
} from '#src/features/orders/messages/order-email-parts.ts'

/** `link` is the admin's page of the payment. */
export type UtrEmailData = { reference: string; customerName: string; amount: Paise; utr: string; link: string }

type ReportedUtr = UtrEmailData & { replacedUtr?: string | undefined }

export function confirmationRequestMail({ reference, customerName, amount, utr, link, replacedUtr }: ReportedUtr) {
  const sum = formatAmount(rupees(amount))
  return composeMail('confirmation-request', `${SHOP_NAME}: please confirm ${sum}`, [
    `${customerName} reports a payment of ${sum} for order ${reference}, UTR ${utr}.`,
    ...(replacedUtr ? [`It replaces the UTR ${replacedUtr}.`] : []),
    "Please look for it on the bank's statement and confirm it in the Payment Portal. We have promised an answer within 2 working hours.",
    button('Open it', link),
  ])
}

type ReusedUtr = UtrEmailData & { firstReference: string | undefined }

export function utrReusedMail({ reference, customerName, amount, utr, link, firstReference }: ReusedUtr) {
  const first = firstReference === undefined ? 'another order' : `order ${firstReference}`
  return composeMail('utr-reused', `${SHOP_NAME}: one UTR for two orders`, [
    `${customerName} gave the UTR ${utr} for order ${reference} (${formatAmount(rupees(amount))}). It was given for ${first} before, so we refused it and nothing has changed.`,
    `If the customer of ${first} mistyped it, mark that payment as not received: then the number is free.`,
    button('Open it', link),
  ])
}

type Rejection = { amount: Paise; utr: string; reason: string }

export function paymentRejectedMail(order: OrderEmailData, { amount, utr, reason }: Rejection) {
  const { customerName, reference } = order
  return composeOrderEmail(order, {
    kind: 'payment-rejected',
    subject: `${SHOP_NAME}: we could not find your payment`,
    blocks: [
      `Dear ${customerName},`,
      `We looked for ${formatAmount(rupees(amount))} with the UTR ${utr} for order ${reference} and did not find it.`,
      `Our note: ${reason}`,
      link(
        'Correct the number, or pay',
        order.link,
        'If you have paid, please compare this number with the 12-digit UTR in your UPI app, and correct it on the page of your order. If you have not paid, nothing is lost: you can pay there, too',
      ),
      'If you have paid twice in the end, we refund one of the payments in full.',
      formatOrderLines(order),
      formatOrderTotals(order),
    ],
  })
}
