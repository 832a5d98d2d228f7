import { eq } from 'drizzle-orm'
import { formatDay, shopDay } from '#src/core/dates.ts'
import { deliveryFrom, lastArrivalDay, nextShipDay } from '#src/core/delivery/delivery-promise.ts'
import type { DeliveryRules, DispatchLoad, Parcel } from '#src/core/delivery/delivery-rules.ts'
import { isFullDay, nextDispatchDay } from '#src/core/delivery/dispatch-days.ts'
import { heatOnJourney } from '#src/core/delivery/heat.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { findShelfLife } from '#src/features/orders/lookup/order-lines.server.ts'
import { notifyShipDayMoved } from '#src/features/orders/messages/notify-customer.server.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import type { ShipDayChange } from './dispatch-calendar.contract.ts'
import { lockDispatchDays, readDispatchLoad } from './dispatch-load.server.ts'

type MoveInput = ShipDayChange & { orderId: string; by: Actor; now: Date }

/** Moves a paid order to another day of dispatch with a free place, and tells the customer why. */
export async function moveShipDay(db: Db, { orderId, shipOn, reason, by, now }: MoveInput): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== 'processing' || order.packedAt !== null)
      throw new DomainError('conflict', 'Only a paid order that is not packed can leave on another day.')
    if (order.shipOn === shipOn) throw wrongDay('It already leaves on this day.')
    if (shipOn < shopDay(now)) throw wrongDay('This day is in the past.')
    refuseBeforeReady(order, shipOn)
    const rules = toDeliveryRules(await readSettings(tx))
    await lockDispatchDays(tx)
    const parcel: Parcel = {
      ...{ pincode: order.shippingAddress.pincode, method: order.deliveryMethod },
      ...{ meltClass: order.meltClass ?? undefined, heat: order.heat ?? undefined },
      // The chocolate was set aside when the order was paid, so its shelf life runs from then.
      ...{ orderedAt: order.paidAt ?? order.createdAt, shelfLifeDays: await findShelfLife(tx, order) },
    }
    refuseShipDay(shipOn, { parcel, rules, load: await readDispatchLoad(tx, now) })
    const promise = deliveryFrom(shipOn, parcel, rules)
    const days = promise.kind === 'days' ? promise : undefined
    const moved = { shipOn, deliverFrom: days?.from ?? null, deliverTo: days?.to ?? null }
    await tx.update(orders).set(moved).where(eq(orders.id, orderId))
    const change = { by, entity: 'order', entityId: orderId, action: 'update' } as const
    await recordChange(tx, { ...change, before: { shipOn: order.shipOn }, after: { shipOn, reason } })
    await notifyShipDayMoved(tx, { ...order, ...moved }, { before: order.shipOn, reason, now })
  })
}

/** A custom chocolate is ready on its promised day, or later if its hours did not fit before. */
function refuseBeforeReady({ readyOn, craftingPlan }: OrderRow, shipOn: string): void {
  const [ready] = [readyOn ?? '', craftingPlan?.at(-1)?.day ?? ''].toSorted().reverse()
  if (ready && shipOn < ready)
    throw wrongDay(`The chocolate is ready on ${formatDay(ready)}. Please choose that day or a later one.`)
}

type ShipDayInput = { parcel: Parcel; rules: DeliveryRules; load: DispatchLoad }

/** Without a cool pack an order leaves only on a day that needs none. */
function refuseShipDay(shipOn: string, { parcel, rules, load }: ShipDayInput): void {
  const free = nextDispatchDay(shipOn, rules, load)
  if (free !== shipOn) {
    const state = isFullDay(shipOn, rules, load) ? 'is full' : 'is no day of dispatch'
    throw wrongDay(`${formatDay(shipOn)} ${state}. The next free day is ${formatDay(free)}.`)
  }
  const window = deliveryFrom(shipOn, parcel, rules)
  const arrival = window.kind === 'days' ? window.to : shipOn
  const lastDay = lastArrivalDay(parcel)
  if (lastDay !== undefined && arrival > lastDay)
    throw wrongDay(`It does not keep so long: it must arrive by ${formatDay(lastDay)}. Please choose an earlier day.`)
  const cool = nextShipDay(shipOn, { parcel: { ...parcel, heat: parcel.heat ?? 'wait' }, rules, load })
  if (cool === shipOn) return
  const journey = { pincode: parcel.pincode, shipOn, to: arrival }
  const { place, celsius } = heatOnJourney(journey, rules.heat.cities)
  const why =
    parcel.heat === 'cool-pack'
      ? 'a cool pack does not last that long, or over a Sunday on the road'
      : 'it has no cool pack'
  const until = lastDay ? `until ${formatDay(lastDay)}` : 'of the next four months'
  const next = cool ? `The next possible day is ${formatDay(cool)}.` : `No day ${until} is cool enough.`
  throw wrongDay(`It is up to ${celsius} °C in ${place} then, and ${why}. ${next}`)
}

function wrongDay(message: string): DomainError {
  return new DomainError('invalid', message, { issues: [{ path: 'shipOn', message }] })
}
