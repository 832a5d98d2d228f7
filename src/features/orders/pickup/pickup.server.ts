import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pickupHours } from '#src/core/delivery/dispatch-days.ts'
import { formatOpenHours } from '#src/core/delivery/studio-hours.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { type DeliverySettings, toDeliveryRules } from '#src/features/settings/settings-rules.ts'

/** Gives an order that is picked up its code, once it is paid. */
export async function issuePickupCode(tx: Db, order: OrderRow): Promise<OrderRow> {
  if (order.deliveryMethod !== 'pickup' || order.pickupCode !== null) return order
  const pickupCode = String(randomInt(1_000_000)).padStart(6, '0')
  await tx.update(orders).set({ pickupCode }).where(eq(orders.id, order.id))
  return { ...order, pickupCode }
}

type PickupFacts = {
  settings: DeliverySettings & Pick<Settings, 'pickup'>
  shipOn: string
  day: string | undefined
}

/** Where and when the order is picked up; null if it is delivered. The code is for its customer only. */
export function describePickup(
  { deliveryMethod, shippingAddress: to, pickupCode }: OrderRow,
  { settings, shipOn, day }: PickupFacts,
) {
  if (deliveryMethod !== 'pickup') return null
  const hours = day === undefined ? null : pickupHours(day, shipOn, toDeliveryRules(settings))
  return {
    code: pickupCode,
    address: `${to.address}, ${to.city}, ${to.state} ${to.pincode}`,
    note: settings.pickup.text,
    hours: hours && formatOpenHours(hours),
  }
}
