import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { isHeldForHeat } from '#src/features/orders/order-status.ts'
import { describeCourierState } from '#src/features/orders/shipments/courier-sentences.ts'
import type { TrackedParcel } from './tracking.contract.ts'

/** Says where a parcel is. `today` is a day of the shop. */
export function describeParcelState(parcel: TrackedParcel, today: string): string {
  const { status, awaitingPayment, deliveryMethod, packedAt } = parcel
  if (awaitingPayment) return 'Waiting for payment'
  if (status === 'cancelled') return 'Cancelled'
  if (status === 'completed' && deliveryMethod === 'pickup') return 'Picked up'
  if (status === 'delivered' || status === 'completed') return 'Delivered'
  if (status === 'shipped') return describeWay(parcel, today)
  if (isHeldForHeat(parcel, today)) return 'Waits for cooler weather'
  if (!packedAt) return 'Being prepared'
  return deliveryMethod === 'pickup' ? 'Ready for pickup' : 'Packed'
}

const isComingBack = ({ courierState }: TrackedParcel) =>
  courierState !== null && ['returning', 'returned', 'lost'].includes(courierState.state)

const isOutToday = ({ courierState }: TrackedParcel, today: string) =>
  courierState?.state === 'out-for-delivery' && courierState.day === today

function describeWay({ courierState, expectedDelivery }: TrackedParcel, today: string): string {
  const isLastDay = courierState === null && expectedDelivery?.to === today
  return describeCourierState(courierState, today) ?? (isLastDay ? 'Arriving today' : 'On its way')
}

type LateParcel = Pick<TrackedParcel, 'status' | 'deliveryMethod' | 'packedAt'>

/** Says that a paid parcel is late; undefined if it is not. */
export function describeLateness(
  { status, deliveryMethod, packedAt }: LateParcel,
  days: { from: string; to: string },
  today: string,
): string | undefined {
  const hasLeft = status === 'shipped'
  const isLastChance = deliveryMethod === 'courier' && !hasLeft && days.to === today
  if (days.to >= today && !isLastChance) return undefined
  const expected = `We expected it ${formatDeliveryWindow(days)}`
  if (hasLeft) return `${expected}. If it has not arrived, please write to us.`
  if (deliveryMethod === 'pickup' && packedAt) return `It has been ready since ${formatDay(days.from)}.`
  const delay = deliveryMethod === 'pickup' ? 'is not ready yet' : 'has not left yet'
  return `${expected}, but it ${delay}. We are sorry. Please write to us if you want to know more, or to cancel it.`
}

/** Says when a parcel comes; undefined when that is over, or by arrangement. */
export function describeParcelDays(parcel: TrackedParcel, today: string): string | undefined {
  const { expectedDelivery: days, deliveryMethod, status, shipOn } = parcel
  if (isComingBack(parcel)) return 'We are sorry, and will write with what we can do.'
  if (!days || isOutToday(parcel, today)) return undefined
  const late = describeLateness(parcel, days, today)
  if (late) return late
  if (deliveryMethod === 'pickup') return `Pickup ${formatDeliveryWindow(days)}.`
  const leaves = status !== 'shipped' && shipOn !== null && shipOn >= today ? `Leaves on ${formatDay(shipOn)}. ` : ''
  return `${leaves}Expected ${formatDeliveryWindow(days)}.`
}
