import type { OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderGroup, OrderParcel } from '#src/features/orders/orders.contract.ts'

export const PARCEL_STATES = ['all', 'waiting', 'sent', 'delivered', 'cancelled'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

const STATE_OF: Record<OrderStatus, Exclude<ParcelState, 'all'>> = {
  pending: 'waiting',
  processing: 'waiting',
  shipped: 'sent',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'cancelled',
}

export const isInState = ({ status }: Pick<OrderParcel, 'status'>, state: ParcelState) =>
  state === 'all' || STATE_OF[status] === state

type Statuses = OrderGroup['statuses']

export function countByState(statuses: Statuses): Record<ParcelState, number> {
  const counts = { all: 0, waiting: 0, sent: 0, delivered: 0, cancelled: 0 }
  for (const [status, count] of Object.entries(statuses) as [OrderStatus, number][]) {
    counts[STATE_OF[status]] += count
    counts.all += count
  }
  return counts
}

/** Summarizes parcels: 12 of 40 delivered, 3 on the way, 1 cancelled. Null while nothing has happened to them. */
export function summarizeParcels(statuses: Statuses): string | null {
  const { all, waiting, sent, delivered, cancelled } = countByState(statuses)
  if (waiting === all) return null
  const parts = [
    delivered > 0 && `${delivered} of ${all} delivered`,
    sent > 0 && `${sent} on the way`,
    waiting > 0 && `${waiting} being prepared`,
    cancelled > 0 && `${cancelled} cancelled`,
  ]
  return parts.filter(Boolean).join(', ')
}
