import { eq } from 'drizzle-orm'
import { type DeliveryPromise, promiseDelivery, unavailableDayText } from '#src/core/delivery/delivery-promise.ts'
import {
  type DeliveryRules,
  type DispatchLoad,
  type HeatChoice,
  isHeatChoicePossible,
  type Parcel,
} from '#src/core/delivery/delivery-rules.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { planCrafting } from '#src/core/delivery/dispatch-days.ts'
import { type HeatAdvice, heatText } from '#src/core/delivery/heat.ts'
import { refuseSameDay, sameDayRefusalText } from '#src/core/delivery/same-day.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  hasDispatchLimits,
  lockDispatchDays,
  readLimitedLoad,
} from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { findShelfLife } from '#src/features/orders/lookup/order-lines.server.ts'
import type { ShownPromise } from '#src/features/orders/order-form.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { type DeliverySettings, toDeliveryRules } from '#src/features/settings/settings-rules.ts'

type OrderRow = typeof orders.$inferSelect
type PromisedOrder = Omit<OrderRow, 'searchText'>

/** `days` is null if delivery is by arrangement. */
export type DeliveryPromiseDays = { shipOn: string; days: { from: string; to: string } | null }

type PlaceInput = {
  parcel: Parcel
  settings: DeliverySettings
  heldUntil: Date
  shown: ShownPromise
}

/**
 * Assigns a day of dispatch with a free place, as columns of an order. Throws `conflict` with the new promise if that is
 * later than what the customer saw, or if it is not what the customer chose.
 */
export async function assignDispatchDay(tx: Db, place: PlaceInput) {
  const load = await lockDispatchLoad(tx, place.settings, { now: place.parcel.orderedAt })
  return assignDayAt(load, place)
}

/** Like `assignDispatchDay`, at a load that the caller has locked. */
export function assignDayAt(load: DispatchLoad, { parcel, settings, heldUntil, shown }: PlaceInput) {
  const rules = toDeliveryRules(settings)
  const promise = promiseDelivery(parcel, rules, load)
  refuseUnavailable(parcel, { rules, load, promise })
  refuseLater(parcel, toDays(promise), shown)
  return toColumns(parcel, { promise, rules, load, heldUntil })
}

function refuseLater({ method }: Pick<Parcel, 'method'>, promised: DeliveryPromiseDays, shown: ShownPromise): void {
  if (!isLater(promised, shown)) return
  const { shipOn, days } = promised
  throw new DomainError('conflict', laterPromiseText(method, days), { promise: { shipOn, ...days } })
}

/** No date at all is later than any. */
function isLater({ shipOn, days }: DeliveryPromiseDays, shown: ShownPromise): boolean {
  if (shown.deliverTo !== undefined && (days === null || days.to > shown.deliverTo)) return true
  return shown.shipOn !== undefined && shipOn > shown.shipOn
}

type LoadAt = Parameters<typeof readLimitedLoad>[2]

/** Reads the load; until the transaction ends no other one assigns a day. */
export async function lockDispatchLoad(tx: Db, settings: DeliverySettings, at: LoadAt): Promise<DispatchLoad> {
  if (hasDispatchLimits(settings)) await lockDispatchDays(tx)
  return readLimitedLoad(tx, settings, at)
}

type Promised = { promise: DeliveryPromise; rules: DeliveryRules; load: DispatchLoad }

function toColumns(parcel: Parcel, { promise, rules, load, heldUntil }: Promised & { heldUntil: Date }) {
  const { craftingDays = 0, craftingMinutes = 0, readyOn = null, deliverOn = null, meltClass = null } = parcel
  const { shipOn, days } = toDays(promise)
  const plan = planCrafting(parcel, rules, load)
  return {
    craftingDays,
    craftingMinutes,
    craftingPlan: plan.length > 0 ? plan : null,
    readyOn,
    deliverOn,
    meltClass,
    heat: chosenHeat(parcel, heatOf(promise)),
    shipOn,
    deliverFrom: days?.from ?? null,
    deliverTo: days?.to ?? null,
    shipDayHeldUntil: heldUntil,
  }
}

/** The choice of the customer, or what is possible now. */
function chosenHeat({ heat }: Parcel, advice: HeatAdvice | null): HeatChoice | null {
  if (!advice) return null
  if (heat && isHeatChoicePossible(heat, advice)) return heat
  return advice.coolPack ? 'cool-pack' : 'wait'
}

/** Refuses what the customer chose but cannot have, with the nearest promise. */
function refuseUnavailable(parcel: Parcel, { rules, load, promise }: Promised): void {
  const { method = 'courier', deliverOn } = parcel
  const refuse = (message: string, found = promise) => {
    const { shipOn, days } = toDays(found)
    throw new DomainError('conflict', message, { promise: { shipOn, ...days }, heat: heatOf(found) })
  }
  const notToday = method === 'same-day' && refuseSameDay(parcel, rules, load)
  if (notToday)
    refuse(
      `${sameDayRefusalText(notToday, rules)} Please choose another way of delivery.`,
      promiseDelivery({ ...parcel, method: 'courier' }, rules, load),
    )
  const heat = heatOf(promise)
  if (heat && !isHeatChoicePossible(parcel.heat, heat)) refuse(heatText(heat))
  if (deliverOn !== undefined && promise.kind === 'by-arrangement')
    refuse('We cannot promise a day for this PIN code. Please choose as soon as possible.')
  if (deliverOn !== undefined && promise.kind === 'days' && promise.to !== deliverOn)
    refuse(`${unavailableDayText(method, deliverOn, promise.to)} Please choose another day.`)
}

function laterPromiseText(method: Parcel['method'], days: DeliveryPromiseDays['days']): string {
  if (method === 'pickup' && days)
    return `The day of pickup has just changed. Your order is now ready ${formatDeliveryWindow(days)}. Please check it before you pay.`
  const when = days ? `We now expect to deliver ${formatDeliveryWindow(days)}.` : 'Delivery to you is by arrangement.'
  return `The delivery date has just changed. ${when} Please check it before you pay.`
}

type RenewalInput = { now: Date; heldUntil: Date; isPaid?: boolean; shown?: ShownPromise | undefined }

/**
 * Promises a day again to an unpaid order whose customer pays once more: the chosen one, or the nearest. A cool pack
 * that was not needed before costs nothing, because the price of an order does not change. What is paid is not refused.
 */
export async function renewDeliveryPromise(
  tx: Db,
  order: OrderRow,
  { now, heldUntil, isPaid = false, shown = {} }: RenewalInput,
): Promise<OrderRow> {
  const settings = await readSettings(tx)
  const load = await lockDispatchLoad(tx, settings, { now, ownOrder: order })
  const rules = toDeliveryRules(settings)
  const shelfLifeDays = isPaid ? undefined : await findShelfLife(tx, order)
  const parcel = { ...toParcel(order, now), shelfLifeDays }
  const promise = promiseDelivery(parcel, rules, load)
  refuseLater(parcel, toDays(promise), shown)
  if (order.deliveryMethod === 'same-day' && !isPaid) refuseUnavailable(parcel, { rules, load, promise })
  const heat = heatOf(promise)
  if (heat && !heat.coolPack && !heat.wait && !isPaid) throw new DomainError('conflict', heatText(heat))
  const columns = toColumns(parcel, { promise, rules, load, heldUntil })
  // A cool pack that is paid for stays, also when it has become cooler.
  if (order.coolPackPaise > 0) columns.heat = 'cool-pack'
  await tx.update(orders).set(columns).where(eq(orders.id, order.id))
  return { ...order, ...columns }
}

/** An order that is placed again gets an earlier day if the customer has seen one since. */
export async function keepShownPromise(
  tx: Db,
  order: OrderRow,
  { now, shown }: { now: Date; shown: ShownPromise },
): Promise<OrderRow> {
  const { status, paidAt, shipDayHeldUntil } = order
  const stored = storedPromise(order)
  if (status !== 'pending' || paidAt || !stored || !shipDayHeldUntil || !isLater(stored, shown)) return order
  return renewDeliveryPromise(tx, order, { now, heldUntil: shipDayHeldUntil, shown })
}

/** Returns the stored promise; older orders get what applied when they were paid. */
export function getDeliveryPromise(order: PromisedOrder, settings: DeliverySettings): DeliveryPromiseDays {
  return storedPromise(order) ?? calculatePromise(toParcel(order, order.paidAt ?? order.createdAt), settings)
}

export async function getPromisedDays(db: Db, order: OrderRow): Promise<DeliveryPromiseDays['days']> {
  return (storedPromise(order) ?? getDeliveryPromise(order, await readSettings(db))).days
}

function storedPromise({ shipOn, deliverFrom, deliverTo }: PromisedOrder): DeliveryPromiseDays | undefined {
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
  const load = await readLimitedLoad(db, settings, { now, ownOrder: order })
  const parcel = { ...toParcel(order, now), shelfLifeDays: await findShelfLife(db, order) }
  return calculatePromise(parcel, settings, load)
}

function calculatePromise(parcel: Parcel, settings: DeliverySettings, load?: DispatchLoad): DeliveryPromiseDays {
  return toDays(promiseDelivery(parcel, toDeliveryRules(settings), load))
}

function toDays(promise: DeliveryPromise): DeliveryPromiseDays {
  const { shipOn } = promise
  return { shipOn, days: promise.kind === 'days' ? { from: promise.from, to: promise.to } : null }
}

const heatOf = (promise: DeliveryPromise) => (promise.kind === 'days' ? promise.heat : null)

const toParcel = ({ shippingAddress, ...order }: PromisedOrder, orderedAt: Date): Parcel => ({
  orderedAt,
  pincode: shippingAddress.pincode,
  method: order.deliveryMethod,
  craftingDays: order.craftingDays,
  craftingMinutes: order.craftingMinutes,
  readyOn: order.readyOn ?? undefined,
  deliverOn: order.deliverOn ?? undefined,
  meltClass: order.meltClass ?? undefined,
  heat: order.heat ?? undefined,
})
