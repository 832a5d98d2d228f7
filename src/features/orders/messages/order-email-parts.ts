import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import {
  button,
  code,
  composeMail,
  lines,
  link,
  type Mail,
  type MailBlock,
  section,
  sums,
} from '#src/features/notifications/mail/mail.ts'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'
import type { OrderEmailData } from './order-email-data.server.ts'

type OrderEmail<Kind> = { kind: Kind; subject: string; blocks: readonly (MailBlock | undefined | false)[] }

/** Ends with the page of the order and whom to ask about it. */
export function composeOrderEmail<Kind extends MailKind>(
  order: Pick<OrderEmailData, 'link' | 'support' | 'reference'>,
  { kind, subject, blocks }: OrderEmail<Kind>,
): Mail<Kind> {
  const { link, support, reference } = order
  const help = `Questions? Please ${support}, and mention the order ${reference}.`
  return composeMail(kind, subject, [...blocks, button('Your order', link), help, SHOP_NAME])
}

const amountOf = (amount: Paise) => formatAmount(rupees(amount))

export const formatOrderLines = (order: Pick<OrderEmailData, 'lines'>): MailBlock =>
  lines(order.lines.map(({ name, quantity, amount, food }) => [`${quantity} × ${name}`, amountOf(amount), food]))

/** The page behind the link shows no address and no price. */
export const formatTrackingLink = ({ trackingLink }: Pick<OrderEmailData, 'trackingLink'>): MailBlock | undefined =>
  trackingLink === null
    ? undefined
    : link('Follow your order', trackingLink, 'Follow your order without signing in. You can share this link')

/** `tax` is the tax included, if the shop collects any. */
export function formatOrderTotals(order: OrderEmailData, tax: readonly (readonly [string, Paise])[] = []): MailBlock {
  const { subtotal, discount, promoCode, shipping, coolPack, giftWrap, total, pickup } = order
  return sums([
    ['Subtotal', amountOf(subtotal)],
    [`Discount${promoCode ? ` (${promoCode})` : ''}`, discount > 0 && `-${amountOf(discount)}`],
    [pickup ? 'Pickup' : 'Shipping', shipping === 0 ? 'free' : amountOf(shipping)],
    ['Gift wrapping', giftWrap > 0 && amountOf(giftWrap)],
    ['Cool pack', coolPack > 0 && amountOf(coolPack)],
    ['Total', amountOf(total)],
    ['Included GST', tax.map(([name, amount]) => `${name} ${amountOf(amount)}`).join(', ')],
  ])
}

type Destination = Pick<OrderEmailData, 'shippingAddress' | 'pickup' | 'gift' | 'parcels'>

export function recipientOf({ gift, shippingAddress: to, parcels }: Destination): string | undefined {
  if (parcels.length > 0) return `${parcels.length} people`
  return gift ? `${to.firstName} ${to.lastName}` : undefined
}

export function formatDeliveryAddress({ shippingAddress: to, pickup, gift, parcels }: Destination): MailBlock {
  if (parcels.length > 0) return section(`Your ${parcels.length} gifts go to`, parcels.map(formatParcel).join('\n'))
  if (pickup) return section('Pick it up at', [pickup.address, pickup.note].filter(Boolean).join('\n'))
  const address = [`${to.firstName} ${to.lastName}`, to.address, to.landmark, `${to.city}, ${to.state} ${to.pincode}`]
  return section(gift ? 'The gift goes to' : 'Delivery address', address.filter(Boolean).join('\n'))
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

export function formatPickupCode({ pickup }: Pick<OrderEmailData, 'pickup'>): MailBlock | undefined {
  return pickup?.code ? code(`Your pickup code: ${pickup.code}. Please show it at the studio.`, pickup.code) : undefined
}

export function formatHeatChoice({ heat, shipOn }: Pick<OrderEmailData, 'heat' | 'shipOn'>): string | undefined {
  if (heat === null) return undefined
  if (heat === 'cool-pack') return 'With a cool pack.'
  const cancel = 'Until we pack it, you can cancel it for a full refund.'
  return `We send it when it is cooler: on ${formatDay(shipOn)}. ${cancel}`
}

export type FollowedParcel = { courier: string; number: string; page: string | null }

export const formatTracking = ({ courier, number, page }: FollowedParcel): MailBlock[] => [
  `The parcel is shipped with ${courier}, tracking number ${number}.`,
  ...(page ? [link('Follow the parcel', page)] : []),
]
