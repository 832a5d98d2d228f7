import { and, count, eq } from 'drizzle-orm'
import { COURIER_TITLES } from '#src/core/couriers.ts'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import {
  type Booking,
  type Courier,
  type CourierParcel,
  type CourierRate,
  CourierRefusal,
  type FoundBooking,
} from '#src/features/couriers/courier.server.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { cancelLateBooking, storeBooking } from './courier-bookings.server.ts'
import { findOpenShipment, type ShipmentRow } from './shipment-lookups.server.ts'
import {
  askCourier,
  chooseCourier,
  draftParcel,
  explainCourierError,
  type ShipmentContext,
} from './shipment-parcel.server.ts'
import type { NewShipment, ShipmentRates } from './shipments.contract.ts'
import { shipments } from './shipments.table.server.ts'

/** Longer than all calls of one booking take. After that, a retry may look up what became of it. */
export const ASKING_MINUTES = 2

const MAY_BE_BOOKED = 'It may be booked. Give up this booking before you ship by hand.'

/** Lists the courier's services for a parcel, in rupees. If the courier is down, `problem` says so; nothing is thrown. */
export async function listRates(
  { db, couriers }: ShipmentContext,
  { orderId, grams }: { orderId: string; grams: number },
): Promise<ShipmentRates> {
  const { row: order } = await findOrder(db, 'all', orderId)
  const { draft, settings } = await draftParcel(db, order)
  const courier = chooseCourier(couriers, settings)
  if (typeof courier === 'string') return { rates: [], problem: courier }
  try {
    const rates = await courier.quote({ ...draft, grams })
    return { rates: rates.map(toRate), problem: rates.length === 0 ? notServed(courier, draft.toPincode) : null }
  } catch (error) {
    return { rates: [], problem: explainCourierError(error) }
  }
}

const toRate = ({ ratePaise, ...rate }: CourierRate) => ({
  ...rate,
  rate: ratePaise === null ? null : rupees(paise(ratePaise)),
})

const notServed = ({ name }: Courier, pincode: string) =>
  `${COURIER_TITLES[name]} does not deliver to ${pincode}. Please ship this parcel by hand.`

type BookingInput = NewShipment & { orderId: string; by: Actor }

/**
 * Books a packed parcel. Stores the shipment first, then calls the courier outside of any transaction. A retry looks the
 * reference up at the courier, so a parcel never gets two AWBs. Throws `conflict` if the courier refuses or is down.
 */
export async function bookShipment(context: ShipmentContext, input: BookingInput): Promise<void> {
  const { db, couriers, now } = context
  const { row: order } = await findOrder(db, 'all', input.orderId)
  requireBookable(order)
  const { draft, settings } = await draftParcel(db, order)
  const courier = chooseCourier(couriers, settings)
  if (typeof courier === 'string') throw new DomainError('conflict', courier)
  const rates = await askCourier(courier.quote({ ...draft, grams: input.grams }))
  if (rates.length === 0) throw new DomainError('conflict', notServed(courier, draft.toPincode))
  const rate = rates.find(({ id }) => id === input.rateId)
  if (!rate) throw new DomainError('conflict', 'The courier no longer offers this service. Please choose again.')
  const begun = await beginBooking(db, { ...input, courier, rate, now: now() })
  const { shipment } = begun
  const booking = await askForBooking(context, { ...begun, courier, parcel: { ...draft, grams: input.grams }, rate })
  if ((await storeBooking(db, { shipment, booking, by: input.by, now: now() })) === 'booked') return
  const isCancelled = await cancelLateBooking(db, { shipment, booking, courier, now: now() })
  throw new DomainError('conflict', isCancelled ? GIVEN_UP : `${GIVEN_UP} ${CANCEL_IT}`)
}

const GIVEN_UP = 'This booking was given up meanwhile.'
const CANCEL_IT = 'The courier booked it all the same: please cancel it in your account there.'

type Begun = Awaited<ReturnType<typeof beginBooking>>
type Asking = Begun & { courier: Courier; parcel: Omit<CourierParcel, 'reference' | 'rateId'>; rate: CourierRate }

async function askForBooking(
  { db }: ShipmentContext,
  { shipment, isRetry, askingUntil, courier, parcel, rate }: Asking,
): Promise<Booking> {
  try {
    const { reference } = shipment
    const known = isRetry ? await courier.find(reference) : undefined
    if (isRetry) await storeWish(db, { shipment, known, rate, grams: parcel.grams })
    return await courier.book({ ...parcel, rateId: rate.id, reference }, known)
  } catch (error) {
    const lastError = explainCourierError(error, MAY_BE_BOOKED)
    const end = error instanceof CourierRefusal && { askingUntil: null }
    await db
      .update(shipments)
      .set({ lastError, ...end })
      .where(and(eq(shipments.id, shipment.id), eq(shipments.askingUntil, askingUntil)))
    throw new DomainError('conflict', lastError)
  }
}

function requireBookable(order: OrderRow): void {
  if (order.isSample) throw new DomainError('conflict', 'This is a sample order, so there is nothing to send.')
  if (order.deliveryMethod !== 'courier') throw new DomainError('conflict', 'This order does not go by courier.')
  if (order.status !== 'processing' || order.packedAt === null)
    throw new DomainError('conflict', 'Only a packed order that has not been shipped can be booked.')
}

type Beginning = BookingInput & { courier: Courier; rate: CourierRate; now: Date }

async function beginBooking(db: Db, { orderId, courier, rate, grams, now }: Beginning) {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    requireBookable(order)
    const open = await findOpenShipment(tx, orderId)
    const askingUntil = addMinutes(now, ASKING_MINUTES)
    const asking = { askingUntil, lastError: null }
    if (open) {
      refuseSecond(open, courier, now)
      const mayOpenAgain = open.problem === null && { problemAt: null }
      await tx
        .update(shipments)
        .set({ ...asking, ...mayOpenAgain })
        .where(eq(shipments.id, open.id))
      return { shipment: open, isRetry: true, askingUntil }
    }
    const { before } = onlyRow(
      await tx.select({ before: count() }).from(shipments).where(eq(shipments.orderId, orderId)),
    )
    // Couriers accept an order number only once, even after a cancellation.
    const reference = before === 0 ? order.reference : `${order.reference}-${before + 1}`
    const rows = await tx
      .insert(shipments)
      .values({ ...asking, ...rateColumns(rate), grams, courier: courier.name, orderId, reference, createdAt: now })
      .returning()
    return { shipment: onlyRow(rows), isRetry: false, askingUntil }
  })
}

const rateColumns = ({ id, name, ratePaise }: CourierRate) =>
  ({ rateId: id, rateName: name, chargePaise: ratePaise }) as const

type Wish = { shipment: ShipmentRow; known: FoundBooking | undefined; rate: CourierRate; grams: number }

/** Changes only what the courier does not have yet: the weight before an order, the rate before an AWB. */
async function storeWish(db: Db, { shipment, known, rate, grams }: Wish): Promise<void> {
  if (known?.awb) return
  await db
    .update(shipments)
    .set({ ...rateColumns(rate), ...(!known && { grams }) })
    .where(eq(shipments.id, shipment.id))
}

function refuseSecond(open: ShipmentRow, courier: Courier, now: Date): void {
  if (open.bookedAt) throw new DomainError('conflict', 'This parcel is booked already.')
  refuseWhileAsking(open, now)
  if (open.courier !== courier.name)
    throw new DomainError('conflict', `A booking with ${COURIER_TITLES[open.courier]} was begun. Please end it first.`)
}

/** Throws `conflict` while another request asks the courier about this parcel. */
export function refuseWhileAsking({ askingUntil }: ShipmentRow, now: Date): void {
  if (askingUntil && askingUntil > now)
    throw new DomainError('conflict', 'The courier is being asked about this parcel. Please look again in two minutes.')
}
