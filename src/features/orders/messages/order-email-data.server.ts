import type { DeliveryMethod, HeatChoice } from '#src/core/delivery/delivery-rules.ts'
import { type DeliveryWindow, longestPrefixMatch } from '#src/core/delivery/delivery-window.ts'
import { formatStudioHours } from '#src/core/delivery/studio-hours.ts'
import { addPaise, type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findFoodNotices } from '#src/features/catalog/food/product-facts.server.ts'
import { type DeliveryPromiseDays, getDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { listInvoiceLines } from '#src/features/orders/lookup/order-lines.server.ts'
import type { Gift, ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { describePickup } from '#src/features/orders/pickup/pickup.server.ts'
import { trackingEndsOn } from '#src/features/orders/tracking/tracked-order.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { toStudioHours } from '#src/features/settings/settings-rules.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

type MailedParcel = { number: number; recipient: string; place: string } & {
  shipOn: string
  expected: DeliveryPromiseDays['days']
}

export type OrderEmailData = {
  reference: string
  customerName: string
  /** `food`: diet and allergens, where they are known. */
  lines: readonly { name: string; quantity: number; amount: Paise; food?: string | undefined }[]
  subtotal: Paise
  discount: Paise
  promoCode: string | null
  shipping: Paise
  coolPack: Paise
  giftWrap: Paise
  total: Paise
  shippingAddress: ShippingAddress
  /** Of an order to several people; otherwise empty. */
  parcels: readonly MailedParcel[]
  gift: Gift | null
  method: DeliveryMethod
  deliverOn: string | null
  pickup: ReturnType<typeof describePickup>
  shipOn: string
  heat: HeatChoice | null
  expected: Pick<DeliveryWindow, 'from' | 'to'> | null
  /** The text of a place without a promised day. */
  arrangement?: string | undefined
  isCrafted: boolean
  /** The order whose pieces it sends again, at no cost. */
  replaces: string | null
  link: string
  /** Follows the order without signing in; null in older orders. */
  trackingLink: string | null
  trackingUntil: string
  reportDays: number
  studioHours: readonly string[]
  support: string
}

type Amounts = 'subtotalPaise' | 'discountPaise' | 'shippingPaise' | 'coolPackPaise' | 'giftWrapPaise' | 'totalPaise'

export async function loadOrderEmailData(
  tx: Db,
  order: OrderRow,
  parcels: readonly OrderRow[] = [order],
): Promise<OrderEmailData> {
  const sum = (amount: Amounts) => addPaise(...parcels.map((parcel) => paise(parcel[amount])))
  const settings = await readSettings(tx)
  const { shipOn, days } = getDeliveryPromise(order, settings)
  const { reference, customerName, promoCode, shippingAddress } = order
  const ids = parcels.map(({ id }) => id)
  const lines = await listFoodLines(tx, ids)
  return {
    reference,
    customerName,
    lines: sumLines(lines, parcels),
    subtotal: sum('subtotalPaise'),
    discount: sum('discountPaise'),
    promoCode,
    shipping: sum('shippingPaise'),
    coolPack: sum('coolPackPaise'),
    giftWrap: sum('giftWrapPaise'),
    total: sum('totalPaise'),
    shippingAddress,
    parcels: parcels.length > 1 ? parcels.map((parcel) => toParcel(parcel, settings)) : [],
    gift: order.gift,
    method: order.deliveryMethod,
    deliverOn: order.deliverOn,
    pickup: describePickup(order, { settings, shipOn, day: days?.to }),
    shipOn,
    heat: order.heat,
    expected: days,
    arrangement: longestPrefixMatch(settings.delivery.blocked, shippingAddress.pincode)?.text,
    // A bulk order of products in stock has a day, too.
    isCrafted: lines.some(({ productId }) => productId === null),
    replaces: await findReplacedReference(tx, order),
    link: absoluteUrl(`/orders?view=${order.id}`),
    trackingLink: trackingUrl(order),
    trackingUntil: trackingEndsOn(order),
    reportDays: settings.problems.reportDays,
    studioHours: formatStudioHours(toStudioHours(settings.hours).week),
    support: describeSupport(settings),
  }
}

export const trackingUrl = ({ trackingToken }: Pick<OrderRow, 'trackingToken'>) =>
  trackingToken && absoluteUrl(`/orders?track=${trackingToken}`)

async function findReplacedReference(tx: Db, { replacesOrderId: id }: OrderRow): Promise<string | null> {
  return id && ((await findOrderReferences(tx, [id])).get(id) ?? null)
}

function toParcel(order: OrderRow, settings: Settings): OrderEmailData['parcels'][number] {
  const { firstName, lastName, city, pincode } = order.shippingAddress
  const { shipOn, days: expected } = getDeliveryPromise(order, settings)
  return {
    number: order.parcelNumber ?? 1,
    recipient: `${firstName} ${lastName}`,
    place: `${city} ${pincode}`,
    shipOn,
    expected,
  }
}

async function listFoodLines(tx: Db, orderIds: string[]) {
  const lines = await listInvoiceLines(tx, orderIds)
  const notices = await findFoodNotices(
    tx,
    lines.map(({ productId }) => productId),
  )
  return lines.map((line) => ({ ...line, food: line.productId === null ? undefined : notices.get(line.productId) }))
}

type FoodLine = Awaited<ReturnType<typeof listFoodLines>>[number]

/** One line for a product at a price, over all parcels. */
function sumLines(lines: readonly FoodLine[], parcels: readonly OrderRow[]): OrderEmailData['lines'] {
  if (parcels.length === 1) return lines
  const same = Map.groupBy(lines, ({ name, quantity, amount }) => `${name} ${amount / quantity}`)
  return [...same.values()].map((alike) => ({
    name: alike[0]?.name ?? '',
    food: alike[0]?.food,
    quantity: alike.reduce((sum, { quantity }) => sum + quantity, 0),
    amount: addPaise(...alike.map(({ amount }) => amount)),
  }))
}

/** How to reach us: "write to hello@shop.example or call +91 98765 43210". */
export function describeSupport({ contact: { emails, phones } }: Pick<Settings, 'contact'>): string {
  const [mail, phone] = [emails[0]?.email, phones[0]]
  if (!mail && !phone) return `write to us: ${absoluteUrl('/contact')}`
  return [mail && `write to ${mail}`, phone && `call ${phone}`].filter(Boolean).join(' or ')
}
