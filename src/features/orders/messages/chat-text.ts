import { formatAmount } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'

type ChatOrder = Pick<AdminOrder, 'customerName' | 'orderId' | 'items' | 'total' | 'trackingLink'>

/** What an admin sends in a chat about an order: the same facts as the e-mail. */
export function orderChatText({ customerName, orderId, items, total, trackingLink }: ChatOrder): string {
  const lines = items.map(
    ({ quantity, price, product }) => `${quantity} × ${product.name}: ${formatAmount(quantity * price)}`,
  )
  return [
    `Dear ${customerName},`,
    [`your order ${orderId}:`, ...lines, `Total: ${formatAmount(total)}`].join('\n'),
    ...(trackingLink ? [`Follow your order: ${trackingLink}`] : []),
    SHOP_NAME,
  ].join('\n\n')
}
