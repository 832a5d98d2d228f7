import { eq } from 'drizzle-orm'
import {
  blockedDeliveryReason,
  type DispatchLoad,
  formatDeliveryWindow,
  type Parcel,
  promiseDelivery,
} from '#src/core/delivery-promise.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { explainUndeliverableState } from '#src/features/orders/place/shipping-states.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { type DeliverySettings, toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { lockDispatchDays, readLimitedLoad } from './dispatch-load.server.ts'

type OrderRow = typeof orders.$inferSelect

/** `days` is null if delivery is by arrangement. */
type DeliveryPromiseDays = { shipOn: string; days: { from: string; to: string } | null }

type PlaceInput = {
  parcel: Parcel
  settings: DeliverySettings
  /** The end of the reservation. */
  heldUntil: Date
  /** The day of dispatch that the customer saw. */
  shownShipOn?: string | undefined
}

/**
 * Assigns a day of dispatch with a free place, as columns of an order. Throws `conflict` with the new promise if that is
 * later than the day that the customer saw.
 */
export async function assignDispatchDay(tx: Db, { parcel, settings, heldUntil, shownShipOn }: PlaceInput) {
  const { craftingDays = 0, readyOn = null, orderedAt } = parcel
  const { shipOn, days } = calculatePromise(parcel, settings, await lockDispatchLoad(tx, settings, orderedAt))
  if (shownShipOn !== undefined && shipOn > shownShipOn)
    throw new DomainError('conflict', laterPromiseText(days), { promise: { shipOn, ...days } })
  return {
    craftingDays,
    readyOn,
    shipOn,
    deliverFrom: days?.from ?? null,
    deliverTo: days?.to ?? null,
    shipDayHeldUntil: heldUntil,
  }
}

/** Without a limit there is no need for a lock. */
async function lockDispatchLoad(tx: Db, settings: DeliverySettings, now: Date): Promise<DispatchLoad> {
  if (settings.dispatch.parcelsPerDay > 0) await lockDispatchDays(tx)
  return readLimitedLoad(tx, settings, now)
}

function laterPromiseText(days: DeliveryPromiseDays['days']): string {
  const when = days ? `We now expect to deliver ${formatDeliveryWindow(days)}.` : 'Delivery to you is by arrangement.'
  return `The delivery date has just changed. ${when} Please check it and pay again.`
}

/** Promises a day again to an unpaid order whose customer pays once more. */
export async function renewDeliveryPromise(
  tx: Db,
  order: OrderRow,
  { now, heldUntil }: { now: Date; heldUntil: Date },
): Promise<OrderRow> {
  await tx.update(orders).set({ shipDayHeldUntil: null }).where(eq(orders.id, order.id))
  const parcel = toParcel(order, now)
  const columns = await assignDispatchDay(tx, { parcel, settings: await readSettings(tx), heldUntil })
  await tx.update(orders).set(columns).where(eq(orders.id, order.id))
  return { ...order, ...columns }
}

/** Returns the stored promise; older orders get what applied when they were paid. */
export function getDeliveryPromise(order: OrderRow, settings: DeliverySettings): DeliveryPromiseDays {
  return storedPromise(order) ?? calculatePromise(toParcel(order, order.paidAt ?? order.createdAt), settings)
}

export async function getPromisedDays(db: Db, order: OrderRow): Promise<DeliveryPromiseDays['days']> {
  return (storedPromise(order) ?? getDeliveryPromise(order, await readSettings(db))).days
}

function storedPromise({ shipOn, deliverFrom, deliverTo }: OrderRow): DeliveryPromiseDays | undefined {
  return shipOn === null
    ? undefined
    : { shipOn, days: deliverFrom && deliverTo ? { from: deliverFrom, to: deliverTo } : null }
}

/** What paying now would promise, given the places that are taken. */
export async function previewDeliveryPromise(
  db: Db,
  order: OrderRow,
  { settings, now }: { settings: DeliverySettings; now: Date },
): Promise<DeliveryPromiseDays> {
  return calculatePromise(toParcel(order, now), settings, await readLimitedLoad(db, settings, now))
}

function calculatePromise(parcel: Parcel, settings: DeliverySettings, load?: DispatchLoad): DeliveryPromiseDays {
  const promise = promiseDelivery(parcel, toDeliveryRules(settings), load)
  const { shipOn } = promise
  return { shipOn, days: promise.kind === 'days' ? { from: promise.from, to: promise.to } : null }
}

const toParcel = ({ shippingAddress, craftingDays, readyOn }: OrderRow, orderedAt: Date): Parcel => ({
  orderedAt,
  pincode: shippingAddress.pincode,
  craftingDays,
  ...(readyOn && { readyOn }),
})

type Destination = Pick<ShippingAddress, 'pincode' | 'state'>

/** Refuses addresses that the shop cannot deliver to. Returns the settings that decided. */
export async function assertDeliverable(tx: Db, { state, pincode }: Destination): Promise<Settings> {
  const settings = await readSettings(tx)
  const { tax, delivery } = settings
  const refusal = explainUndeliverableState(state, tax) ?? blockedDeliveryReason(pincode, delivery.blocked)
  if (refusal) throw new DomainError('conflict', refusal)
  return settings
}
