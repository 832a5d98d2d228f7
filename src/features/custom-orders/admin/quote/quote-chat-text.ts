import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { AdminCustomOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'

/** What an admin sends in a chat about a quotation. Only the e-mail has the link, whose secret the shop does not store. */
export function quoteChatText(order: AdminCustomOrderDetails): string {
  const { customerName, orderId, quotedPrice, readyOn, validUntil, customerEmail } = order
  return [
    customerName ? `Dear ${customerName},` : 'Hello,',
    [
      `your quotation ${orderId}:`,
      ...listLines(order),
      ...(quotedPrice === null ? [] : [`Total without shipping: ${formatAmount(quotedPrice)}`]),
      `Ready on ${formatDay(readyOn)}`,
      ...(validUntil ? [`Good until ${formatDayAndTime(validUntil)}`] : []),
    ].join('\n'),
    `Our e-mail to ${customerEmail} has the link to accept it and pay.`,
    SHOP_NAME,
  ].join('\n\n')
}

function listLines(order: AdminCustomOrderDetails): string[] {
  if (order.kind === 'composed') return [`${order.quantity} × ${order.chocolateName || 'custom chocolate'}`]
  return order.lines.map(({ quantity, name }) => `${quantity} × ${name}`)
}
