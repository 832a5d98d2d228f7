import { formatDeliveryWindow } from '#src/core/delivery-promise.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { OrderEmailData } from './order-email-data.server.ts'

export function composeOrderEmail(
  { link, support, reference }: OrderEmailData,
  parts: readonly (string | undefined)[],
): string {
  const help = `Your order: ${link}\nQuestions? Please ${support}, and mention the order ${reference}.`
  return [...parts, help, SHOP_NAME].filter((part) => part !== undefined).join('\n\n')
}

const amountOf = (amount: Paise) => formatAmount(rupees(amount))

export function formatOrderLines({ lines }: Pick<OrderEmailData, 'lines'>): string {
  return lines.map(({ name, quantity, amount }) => `${quantity} × ${name}: ${amountOf(amount)}`).join('\n')
}

/** `tax` is the tax included, if the shop collects any. */
export function formatOrderTotals(order: OrderEmailData, tax: readonly (readonly [string, Paise])[] = []): string {
  const { subtotal, discount, promoCode, shipping, total } = order
  const rows: (string | false)[] = [
    `Subtotal: ${amountOf(subtotal)}`,
    discount > 0 && `Discount${promoCode ? ` (${promoCode})` : ''}: -${amountOf(discount)}`,
    `Shipping: ${shipping === 0 ? 'free' : amountOf(shipping)}`,
    `Total: ${amountOf(total)}`,
    tax.length > 0 && `Included GST: ${tax.map(([name, amount]) => `${name} ${amountOf(amount)}`).join(', ')}`,
  ]
  return rows.filter((row) => row !== false).join('\n')
}

export function formatDeliveryAddress({ shippingAddress: to }: Pick<OrderEmailData, 'shippingAddress'>): string {
  const lines = [`${to.firstName} ${to.lastName}`, to.address, to.landmark, `${to.city}, ${to.state} ${to.pincode}`]
  return ['Delivery address:', ...lines.filter(Boolean)].join('\n')
}

export function formatExpectedDelivery({ expected }: Pick<OrderEmailData, 'expected'>): string | undefined {
  return expected ? `Expected ${formatDeliveryWindow(expected)}.` : undefined
}
