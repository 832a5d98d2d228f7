import { shopDay } from '#src/core/dates.ts'
import { counted } from '#src/core/words.ts'
import type { ScanState } from '#src/features/couriers/shipment-states.ts'
import type { CourierState } from './shipments.contract.ts'

export const SCAN_WORDS: Record<ScanState, string> = {
  booked: 'Waits for the courier',
  'picked-up': 'Picked up',
  'in-transit': 'In transit',
  'out-for-delivery': 'Out for delivery',
  undelivered: 'Not delivered: the courier tries again',
  delivered: 'Delivered',
  returning: 'On its way back',
  returned: 'Returned to the studio',
  lost: 'Lost or damaged',
  cancelled: 'Cancelled by the courier',
}

const NEWS: Partial<Record<ScanState, string>> = {
  undelivered: 'Delivery was tried',
  returning: 'On its way back to us',
  returned: 'Back at our studio',
  lost: 'Lost on the way',
}

/** Tells customers where a parcel is; undefined if it is simply on its way. `today` is a day of the shop. */
export function describeCourierState(courier: CourierState | null, today: string): string | undefined {
  if (!courier) return undefined
  if (courier.state === 'out-for-delivery') return courier.day === today ? 'Arriving today' : undefined
  return NEWS[courier.state]
}

export const TIMELINE_STATES = [
  'in-transit',
  'out-for-delivery',
  'undelivered',
  'returning',
  'returned',
  'lost',
] as const satisfies readonly ScanState[]
type TimelineState = (typeof TIMELINE_STATES)[number]

const TIMELINE_WORDS: Record<TimelineState, string> = {
  'in-transit': 'In transit with the courier',
  'out-for-delivery': 'Out for delivery',
  undelivered: 'The courier could not deliver it',
  returning: 'On its way back to us',
  returned: 'Back at our studio',
  lost: 'The courier could not find it, or it was damaged',
}

export type OrderScan = { orderId: string; state: ScanState; at: Date }
type Event<Kind extends string> = { at: Date; kind: Kind; text: string }

/** Adds the scans to the events of an order, in our own words: the couriers' texts can name people. */
export function withScans<Kind extends string>(
  events: readonly Event<Kind>[],
  scans: readonly OrderScan[],
  parcels: number,
): Event<Kind | TimelineState>[] {
  const turns = [...Map.groupBy(scans, ({ orderId }) => orderId).values()].flatMap((ofOrder) =>
    ofOrder.filter(({ state }, index) => state !== ofOrder[index - 1]?.state),
  )
  const days = Map.groupBy(turns, ({ state, at }) => `${shopDay(at)} ${state}`)
  const reported = [...days.values()].flatMap((alike) => {
    const [first] = alike
    const kind = TIMELINE_STATES.find((state) => state === first?.state)
    if (!first || !kind) return []
    const some = new Set(alike.map(({ orderId }) => orderId)).size
    const text = some === parcels ? TIMELINE_WORDS[kind] : `${TIMELINE_WORDS[kind]} (${counted(some, 'parcel')})`
    return [{ at: first.at, kind, text }]
  })
  return [...events, ...reported].sort((one, other) => one.at.getTime() - other.at.getTime())
}
