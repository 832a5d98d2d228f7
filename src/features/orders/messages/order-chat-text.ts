import { paiseFromRupees, timesPaise } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { toPlainText } from '#src/features/notifications/mail/mail.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import { type RupeeTotals, toOrderTotals } from '#src/features/pricing/totals/rupee-totals.ts'
import { formatOrderLines, formatOrderTotals } from './order-email-parts.ts'

type Shown = 'customerName' | 'orderId' | 'items' | 'promoCode' | 'deliveryMethod' | 'isReplacement' | 'trackingLink'
type ChatOrder = Pick<AdminOrder, Shown> & RupeeTotals

/** What an admin sends in a chat about an order: the same facts as the e-mail. */
export function orderChatText(order: ChatOrder): string {
  const { customerName, orderId, promoCode, deliveryMethod, isReplacement: replaces, trackingLink } = order
  const lines = order.items.map(({ quantity, price, product: { name } }) => ({
    ...{ quantity, name },
    amount: timesPaise(paiseFromRupees(price), quantity),
  }))
  const totals = { ...toOrderTotals(order), promoCode, pickup: deliveryMethod === 'pickup', replaces }
  return [
    `Dear ${customerName},`,
    `your order ${orderId}:\n${toPlainText([formatOrderLines({ lines, replaces })])}`,
    toPlainText([formatOrderTotals(totals)]),
    ...(trackingLink ? [`Follow your order: ${trackingLink}`] : []),
    SHOP_NAME,
  ].join('\n\n')
}
