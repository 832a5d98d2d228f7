import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
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
  const { subtotal, discount, promoCode, shipping, coolPack, giftWrap, total, pickup } = order
  const rows: (string | false)[] = [
    `Subtotal: ${amountOf(subtotal)}`,
    discount > 0 && `Discount${promoCode ? ` (${promoCode})` : ''}: -${amountOf(discount)}`,
    `${pickup ? 'Pickup' : 'Shipping'}: ${shipping === 0 ? 'free' : amountOf(shipping)}`,
    giftWrap > 0 && `Gift wrapping: ${amountOf(giftWrap)}`,
    coolPack > 0 && `Cool pack: ${amountOf(coolPack)}`,
    `Total: ${amountOf(total)}`,
    tax.length > 0 && `Included GST: ${tax.map(([name, amount]) => `${name} ${amountOf(amount)}`).join(', ')}`,
  ]
  return rows.filter((row) => row !== false).join('\n')
}

type Destination = Pick<OrderEmailData, 'shippingAddress' | 'pickup' | 'gift' | 'parcels'>

export function recipientOf({ gift, shippingAddress: to, parcels }: Destination): string | undefined {
  if (parcels.length > 0) return `${parcels.length} people`
  return gift ? `${to.firstName} ${to.lastName}` : undefined
}

export function formatDeliveryAddress({ shippingAddress: to, pickup, gift, parcels }: Destination): string {
  if (parcels.length > 0) return [`Your ${parcels.length} gifts go to:`, ...parcels.map(formatParcel)].join('\n')
  if (pickup) return ['Pick it up at:', pickup.address, pickup.note].filter(Boolean).join('\n')
  const lines = [`${to.firstName} ${to.lastName}`, to.address, to.landmark, `${to.city}, ${to.state} ${to.pincode}`]
  return [gift ? 'The gift goes to:' : 'Delivery address:', ...lines.filter(Boolean)].join('\n')
}

function formatParcel({ recipient, place, expected }: OrderEmailData['parcels'][number], index: number): string {
  const when = expected ? `expected ${formatDeliveryWindow(expected)}` : 'delivery by arrangement'
  return `${index + 1}. ${recipient}, ${place}: ${when}`
}

type Promised = Pick<OrderEmailData, 'expected' | 'arrangement' | 'method' | 'deliverOn' | 'pickup' | 'parcels'>

export function formatExpectedDelivery({
  expected,
  arrangement,
  method,
  deliverOn,
  pickup,
  parcels,
}: Promised): string | undefined {
  if (parcels.length > 0) return undefined
  if (!expected) return arrangement
  const chosen = deliverOn === expected.to ? `You chose ${formatDay(deliverOn)}. ` : ''
  if (pickup)
    return `${chosen}Ready for pickup ${[formatDeliveryWindow(expected), pickup.hours].filter(Boolean).join(', ')}.`
  if (method === 'same-day') return `A rider brings it on the same day, ${formatDay(expected.to)}.`
  return `${chosen}Expected ${formatDeliveryWindow(expected)}.`
}

export function formatPickupCode({ pickup }: Pick<OrderEmailData, 'pickup'>): string | undefined {
  return pickup?.code ? `Your pickup code: ${pickup.code}. Please show it at the studio.` : undefined
}

export function formatHeatChoice({ heat, shipOn }: Pick<OrderEmailData, 'heat' | 'shipOn'>): string | undefined {
  if (heat === null) return undefined
  if (heat === 'cool-pack') return 'With a cool pack.'
  const cancel = 'Until we pack it, you can cancel it for a full refund.'
  return `We send it when it is cooler: on ${formatDay(shipOn)}. ${cancel}`
}
