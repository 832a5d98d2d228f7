import { eq } from 'drizzle-orm'
import { type Parcel, promiseDelivery } from '#src/core/delivery-promise.ts'
import type { Db } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/studio-schedule.ts'

type OrderRow = typeof orders.$inferSelect
type DeliverySettings = Pick<Settings, 'delivery' | 'hours'>

/** The days of an order: when it leaves and between which two it arrives, these null where it goes by arrangement. */
type Promised = { shipOn: string; days: { from: string; to: string } | null }

/** What an order keeps of the date that its customer is shown when paying starts. */
export function toPromiseColumns({ craftingDays = 0, readyOn, ...parcel }: Parcel, settings: DeliverySettings) {
  const { shipOn, days } = promised({ ...parcel, craftingDays, readyOn }, settings)
  return {
    craftingDays,
    readyOn: readyOn ?? null,
    shipOn,
    deliverFrom: days?.from ?? null,
    deliverTo: days?.to ?? null,
  }
}

/** A new attempt to pay, later than the first: the order gets the date that counts now. The order must be locked. */
export async function renewDeliveryPromise(tx: Db, order: OrderRow, now: Date): Promise<OrderRow> {
  const columns = toPromiseColumns(parcelOf(order, now), await readSettings(tx))
  await tx.update(orders).set(columns).where(eq(orders.id, order.id))
  return { ...order, ...columns }
}

/**
 * What was promised when paying started. Orders from before this was kept get the date that counted when they were paid.
 */
export function getDeliveryPromise(order: OrderRow, settings: DeliverySettings): Promised {
  return keptPromise(order) ?? calculateDeliveryPromise(order, order.paidAt ?? order.createdAt, settings)
}

/** Between which days it arrives; the settings are read only for an order that keeps no promise. */
export async function getPromisedDays(db: Db, order: OrderRow): Promise<Promised['days']> {
  return (keptPromise(order) ?? getDeliveryPromise(order, await readSettings(db))).days
}

function keptPromise({ shipOn, deliverFrom, deliverTo }: OrderRow): Promised | undefined {
  return shipOn === null
    ? undefined
    : { shipOn, days: deliverFrom && deliverTo ? { from: deliverFrom, to: deliverTo } : null }
}

/** What would be promised for an order that is paid at the given moment. */
export function calculateDeliveryPromise(order: OrderRow, moment: Date, settings: DeliverySettings): Promised {
  return promised(parcelOf(order, moment), settings)
}

function promised(parcel: Parcel, settings: DeliverySettings): Promised {
  const promise = promiseDelivery(parcel, toDeliveryRules(settings))
  const { shipOn } = promise
  return { shipOn, days: promise.kind === 'days' ? { from: promise.from, to: promise.to } : null }
}

const parcelOf = ({ shippingAddress, craftingDays, readyOn }: OrderRow, orderedAt: Date): Parcel => ({
  orderedAt,
  pincode: shippingAddress.pincode,
  craftingDays,
  ...(readyOn && { readyOn }),
})
