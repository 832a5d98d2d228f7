import { COURIER_TITLES, type CourierName } from '#src/core/couriers.ts'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import {
  type Courier,
  type CourierParcel,
  CourierRefusal,
  CourierUnavailable,
} from '#src/features/couriers/courier.server.ts'
import type { Couriers } from '#src/features/couriers/create-couriers.server.ts'
import { listLines } from '#src/features/orders/lookup/order-view.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { findDefaultTaxRate } from '#src/features/settings/settings-rules.ts'

export type ShipmentContext = { db: Db; couriers: Couriers; now: () => Date }

const BY_HAND = 'You can ship this parcel by hand, as always.'

/** Returns the courier that the settings name, or a sentence that says why there is none. */
export function chooseCourier(couriers: Couriers, { courier: { service } }: Settings): Courier | string {
  if (service === 'by-hand') return 'This shop ships by hand. Settings, Courier, chooses a courier.'
  return couriers[service] ?? `${keysMissing(service)} ${BY_HAND}`
}

/** Throws `conflict` if the server has no keys for this courier. */
export function courierOf(couriers: Couriers, name: CourierName): Courier {
  const courier = couriers[name]
  if (!courier) throw new DomainError('conflict', keysMissing(name))
  return courier
}

const keysMissing = (name: CourierName) => `The keys of ${COURIER_TITLES[name]} are not set on the server.`

/** Explains a courier's error to an admin; throws any other error again. */
export function explainCourierError(error: unknown, advice = BY_HAND): string {
  if (error instanceof CourierRefusal) return error.message
  if (error instanceof CourierUnavailable) return `${error.message} ${advice}`
  throw error
}

/** Throws a courier's error as `conflict`. */
export async function askCourier<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw new DomainError('conflict', explainCourierError(error))
  })
}

type Draft = Omit<CourierParcel, 'reference' | 'rateId' | 'grams'> & { usualGrams: number }

/** Describes the parcel of an order for the courier. The shop's own address stands for the customer's e-mail. */
export async function draftParcel(db: Db, order: OrderRow): Promise<{ draft: Draft; settings: Settings }> {
  const settings = await readSettings(db)
  const { courier, contact, tax } = settings
  const lines = await listLines(db, [order.id])
  const ids = lines.map(({ productId }) => productId)
  const facts = await findFoodFacts(db, ids)
  const goods = lines.map(({ productId, quantity }) => ({ net: facts.get(productId ?? 0)?.net, quantity }))
  const { firstName, lastName, address, landmark, city, state, pincode } = order.shippingAddress
  const value = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0)
  const draft = {
    usualGrams: estimateGrams(goods, courier),
    fromPincode: courier.pincode,
    toPincode: pincode,
    sides: courier.sides,
    valuePaise: Math.max(value, 100),
    pickupLocation: courier.pickupLocation,
    orderedAt: order.createdAt,
    to: {
      name: `${firstName} ${lastName}`,
      address: [address, landmark].filter(Boolean).join(', '),
      city,
      state,
      phone: order.gift?.recipientPhone ?? order.customerPhone,
      email: contact.emails[0]?.email ?? order.customerEmail,
    },
    items: lines.map(({ name, productId, quantity, unitPaise }) => ({
      ...{ name, quantity, unitPaise },
      sku: productId === null ? 'custom' : `product-${productId}`,
    })),
    hsn: findDefaultTaxRate(tax, shopDay(order.createdAt)).hsn,
    sellerGstin: tax.mode === 'unregistered' ? '' : contact.gstin,
  }
  return { draft, settings }
}

type Item = { net: FoodFacts['net']; quantity: number }
type Weights = { packagingGrams: number; itemGrams: number }

/** Estimates the weight from the net weights and the settings. A millilitre counts as a gram. */
function estimateGrams(items: readonly Item[], { packagingGrams, itemGrams }: Weights): number {
  const goods = items.reduce((sum, { net, quantity }) => sum + gramsOf(net, itemGrams) * quantity, 0)
  return Math.max(1, goods + packagingGrams)
}

function gramsOf(net: Item['net'], itemGrams: number): number {
  return net === undefined || net.unit === 'pieces' ? itemGrams : net.value
}
