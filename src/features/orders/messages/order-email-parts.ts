import { formatDay, formatFullDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
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
import type { OrderTotals } from '#src/features/pricing/totals/totals.ts'
import type { OrderEmailData } from './order-email-data.server.ts'

type OrderEmail<Kind> = { kind: Kind; subject: string; blocks: readonly (MailBlock | undefined | false)[] }

/** Ends with the page of the order and whom to ask about it. */
export function composeOrderEmail<Kind extends MailKind>(
  order: Pick<OrderEmailData, 'link' | 'support' | 'reference'>,
  { kind, subject, blocks }: OrderEmail<Kind>,
): Mail<Kind> {
  const { link, support, reference } = order
  const help = `Questions? Please ${support}, and mention the order ${reference}.`
  return composeMail(kind, subject, [
    ...blocks,
    button('Your order', link, 'To see your order, sign in'),
    help,
    SHOP_NAME,
  ])
}

const amountOf = (amount: Paise) => formatAmount(rupees(amount))

type Replacing = { replaces: string | boolean | null }
type Goods = Pick<OrderEmailData, 'lines'> & Replacing

export const formatOrderLines = ({ lines: goods, replaces }: Goods): MailBlock =>
  lines(
    goods.map(({ name, quantity, amount, food }) => [
      `${quantity} × ${name}`,
      replaces ? 'free' : amountOf(amount),
      food,
    ]),
  )

/** What the customer calls it. */
export const wordFor = (order: Destination & Pick<OrderEmailData, 'replaces'>) =>
  order.replaces ? 'replacement' : recipientOf(order) ? 'gift' : 'order'

export const formatReplaced = ({ replaces }: Pick<OrderEmailData, 'replaces'>): string | undefined =>
  replaces ? `It replaces what was wrong with your order ${replaces}, at no cost.` : undefined

type Followed = Pick<OrderEmailData, 'trackingLink' | 'trackingUntil' | 'gift'>

export function formatTrackingLink({ trackingLink, trackingUntil, gift }: Followed): MailBlock[] {
  if (trackingLink === null) return []
  const shown = `Anyone with this link sees what you ordered and where it is, but no address and no price, until ${formatFullDay(trackingUntil)}.`
  const secret = gift ? ' Keep it to yourself if the gift is a surprise.' : ''
  return [link('Follow your order', trackingLink, 'Follow your order without signing in'), `${shown}${secret}`]
}

type Totals = OrderTotals & Replacing & { promoCode: string | null; pickup: object | boolean | null }

/** `tax` is the tax included, if the shop collects any. */
export function formatOrderTotals(order: Totals, tax: readonly (readonly [string, Paise])[] = []): MailBlock {
  const { subtotal, discount, promoCode, shipping, coolPack, giftWrap, total, pickup, replaces } = order
  if (replaces) return sums([['Total', 'free']])
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

function formatParcel({ number, recipient, place, expected }: OrderEmailData['parcels'][number]): string {
  const when = expected ? `expected ${formatDeliveryWindow(expected)}` : 'delivery by arrangement'
  return `${number}. ${recipient}, ${place}: ${when}`
}

type Promised = Pick<OrderEmailData, 'expected' | 'arrangement' | 'method' | 'deliverOn' | 'pickup' | 'parcels'>
type Collected = Pick<OrderEmailData, 'expected' | 'deliverOn' | 'pickup' | 'studioHours'>

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
    return `${chosen}We plan to have it ready ${formatDeliveryWindow(expected)}. Please wait for our next message before you come.`
  if (method === 'same-day') return `A rider brings it on the same day, ${formatDay(expected.to)}.`
  return `${chosen}Expected ${formatDeliveryWindow(expected)}.`
}

export function formatPickupTime({ expected, deliverOn, pickup, studioHours }: Collected): string | undefined {
  if (!pickup || !expected) return undefined
  const chosen = deliverOn === expected.to ? `You chose ${formatDay(deliverOn)}. ` : ''
  const open = pickup.hours ? ` (that day ${pickup.hours})` : ''
  return `${chosen}You can pick it up from ${formatDay(expected.to)}${open}.\nOur hours: ${studioHours.join(', ')}.`
}

export function formatPickupCode({ pickup }: Pick<OrderEmailData, 'pickup'>): MailBlock | undefined {
  return pickup?.code ? code(`Your pickup code: ${pickup.code}. Please show it at the studio.`, pickup.code) : undefined
}

export function formatHeatChoice({ heat, shipOn }: Pick<OrderEmailData, 'heat' | 'shipOn'>): string | undefined {
  if (heat === null) return undefined
  return heat === 'cool-pack' ? 'With a cool pack.' : `We send it on ${formatDay(shipOn)}, when it is cooler.`
}

export const formatCancelLink = (order: Pick<OrderEmailData, 'link'>, why: string): MailBlock =>
  link('Cancel the order', order.link, why)

type Addressed = Pick<OrderEmailData, 'method' | 'pickup' | 'shipOn' | 'parcels'>

export function formatAddressHelp({ method, pickup, shipOn, parcels }: Addressed): string | undefined {
  if (pickup) return undefined
  const [first = shipOn] = parcels.map((parcel) => parcel.shipOn).toSorted()
  const when = method === 'same-day' ? 'at once' : `before we send it on ${formatDay(first)}`
  return `Is ${parcels.length > 0 ? 'an' : 'the'} address wrong? Tell us ${when}.`
}

export function formatArrivalHelp({ reportDays, parcels }: Pick<OrderEmailData, 'reportDays' | 'parcels'>): string {
  const arrival = parcels.length > 0 ? 'one of them arrives' : 'it arrives'
  return `If something is wrong, please tell us within ${counted(reportDays, 'day')} after ${arrival}: under My Orders, choose Report a Problem.`
}

export type FollowedParcel = { courier: string; number: string; page: string | null }

export const formatTracking = ({ courier, number, page }: FollowedParcel): MailBlock[] => [
  `${courier} brings it; the tracking number is ${number}.`,
  ...(page ? [link('Follow the parcel', page)] : []),
]

export const NO_TRACKING = 'We have no tracking number for this parcel. If we get one, we will send it to you.'

export function formatReceiving({ gift, shippingAddress: { firstName } }: OrderEmailData): string {
  const melts = 'chocolate melts in the heat'
  if (!gift) return `Please have someone at home: ${melts}.`
  const home = `Someone should be at home to receive it: ${melts}.`
  return gift.notify === 'none'
    ? `${home} We do not write to ${firstName}, so please tell ${firstName} yourself, unless it is a surprise.`
    : `${home} We let ${firstName} know that a gift is on its way.`
}
