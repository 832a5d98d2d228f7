import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { formatDay, shopDay } from '#src/core/dates.ts'
import { deliveryFrom } from '#src/core/delivery/delivery-promise.ts'
import { countGelPacks, heatOnJourney } from '#src/core/delivery/heat.ts'
import type { Db } from '#src/db/database.server.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { formatGelPacks, formatHeat } from './packing-slips.ts'

/** Describes the heat on the way of a parcel; of one that waits, if it had left when it was ordered. */
export async function describeHeat(db: Db, order: OrderRow): Promise<AdminOrder['heatOnTheWay']> {
  if (order.heat === null) return null
  const rules = toDeliveryRules(await readSettings(db))
  const orderedOn = shopDay(order.paidAt ?? order.createdAt)
  const shipOn = order.heat === 'wait' ? orderedOn : (order.shipOn ?? orderedOn)
  const { pincode } = order.shippingAddress
  const window = deliveryFrom(shipOn, { pincode, method: order.deliveryMethod }, rules)
  const to = window.kind === 'days' ? window.to : shipOn
  const { place, celsius, month } = heatOnJourney({ pincode, shipOn, to }, rules.heat.cities)
  const gelPacks = order.heat === 'wait' ? 0 : await countGelPacksOf(db, order)
  return { place, celsius, month: nameOfMonth(month), gelPacks }
}

const nameOfMonth = (month: number) => new Date(Date.UTC(2026, month)).toLocaleString('en', { month: 'long' })

async function countGelPacksOf(db: Db, { id, meltClass }: OrderRow): Promise<number> {
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  const facts = await findFoodFacts(
    db,
    lines.map(({ productId }) => productId),
  )
  const weights = lines.map(({ productId, quantity }) => {
    const net = facts.get(productId ?? 0)?.net
    return net?.unit === 'g' ? net.value * quantity : null
  })
  return countGelPacks({
    grams: weights.reduce((sum, grams) => (sum === null || grams === null ? null : sum + grams), 0),
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    meltClass: meltClass ?? 'bar',
  })
}

/** What the packer does because of the heat, by order. */
export async function findPackingNotes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const notes = new Map<string, string>()
  if (ids.length === 0) return notes
  const hot = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNotNull(orders.heat)))
  for (const order of hot) {
    const heat = await describeHeat(db, order)
    if (heat) notes.set(order.id, packingNote(order, heat))
  }
  return notes
}

function packingNote({ heat, shipOn }: OrderRow, found: NonNullable<AdminOrder['heatOnTheWay']>): string {
  if (heat === 'cool-pack') return `${formatGelPacks(found.gelPacks)} - ${formatHeat(found)}`
  return `Held for heat until ${shipOn ? formatDay(shipOn) : 'it is cooler'}. No cool pack. ${formatHeat(found)}`
}
