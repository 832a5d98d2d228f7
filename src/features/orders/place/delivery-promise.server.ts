import { eq } from 'drizzle-orm'
import { blockedDeliveryReason, type Parcel, promiseDelivery } from '#src/core/delivery-promise.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { explainUndeliverableState } from './shipping-states.ts'

type OrderRow = typeof orders.$inferSelect
type DeliverySettings = Pick<Settings, 'delivery' | 'hours'>

/** `days` is null if delivery is by arrangement. */
type DeliveryPromiseDays = { shipOn: string; days: { from: string; to: string } | null }

export function toPromiseColumns({ craftingDays = 0, readyOn, ...parcel }: Parcel, settings: DeliverySettings) {
  const { shipOn, days } = calculatePromise({ ...parcel, craftingDays, readyOn }, settings)
  return {
    craftingDays,
    readyOn: readyOn ?? null,
    shipOn,
    deliverFrom: days?.from ?? null,
    deliverTo: days?.to ?? null,
  }
}

export async function renewDeliveryPromise(tx: Db, order: OrderRow, now: Date): Promise<OrderRow> {
  const columns = toPromiseColumns(toParcel(order, now), await readSettings(tx))
  await tx.update(orders).set(columns).where(eq(orders.id, order.id))
  return { ...order, ...columns }
}

/** Returns the stored promise; older orders get what applied when they were paid. */
export function getDeliveryPromise(order: OrderRow, settings: DeliverySettings): DeliveryPromiseDays {
  return storedPromise(order) ?? calculateDeliveryPromise(order, order.paidAt ?? order.createdAt, settings)
}

export async function getPromisedDays(db: Db, order: OrderRow): Promise<DeliveryPromiseDays['days']> {
  return (storedPromise(order) ?? getDeliveryPromise(order, await readSettings(db))).days
}

function storedPromise({ shipOn, deliverFrom, deliverTo }: OrderRow): DeliveryPromiseDays | undefined {
  return shipOn === null
    ? undefined
    : { shipOn, days: deliverFrom && deliverTo ? { from: deliverFrom, to: deliverTo } : null }
}

export function calculateDeliveryPromise(
  order: OrderRow,
  paidAt: Date,
  settings: DeliverySettings,
): DeliveryPromiseDays {
  return calculatePromise(toParcel(order, paidAt), settings)
}

function calculatePromise(parcel: Parcel, settings: DeliverySettings): DeliveryPromiseDays {
  const promise = promiseDelivery(parcel, toDeliveryRules(settings))
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
