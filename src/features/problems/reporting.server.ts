import { formatDay, shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { findArrivals } from '#src/features/orders/lookup/status-changes.server.ts'
import { wasDelivered } from '#src/features/orders/order-status.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { getReportingEnd } from '#src/features/settings/settings-rules.ts'
import { PROBLEM_KINDS, type ReportableParcel } from './problems.contract.ts'

type Sent = Pick<OrderRow, 'id' | 'status' | 'deliverTo' | 'deliveryMethod' | 'packedAt' | 'replacesOrderId'>
export type Reporting = Pick<ReportableParcel, 'refusal' | 'endedOn' | 'kinds' | 'wishes'>

/** Finds what can be reported of parcels, by their ids: anything if one arrived lately or is late on its way. */
export async function findReporting(
  db: Db,
  { parcels, now }: { parcels: readonly Sent[]; now: Date },
): Promise<Map<string, Reporting>> {
  const settings = await readSection(db, 'problems')
  const arrivals = await findArrivals(
    db,
    parcels.map(({ id }) => id),
  )
  return new Map(
    parcels.map((parcel) => {
      const arrivedAt = wasDelivered(parcel.status) ? arrivals.get(parcel.id) : undefined
      const until = arrivedAt && getReportingEnd(arrivedAt, settings)
      const { arrived, stillHere } = parcel.replacesOrderId ? OF_REPLACEMENT : OF_ORDER
      if (until) return [parcel.id, until < now ? endedOn(shopDay(until)) : arrived]
      return [parcel.id, isLate(parcel, now) ? (parcel.status === 'shipped' ? arrived : stillHere) : NOT_YET]
    }),
  )
}

const ARRIVED: Reporting = { refusal: null, endedOn: null, kinds: [...PROBLEM_KINDS], wishes: ['refund', 'replace'] }
const STILL_HERE: Reporting = { refusal: null, endedOn: null, kinds: ['late'], wishes: ['other', 'refund'] }
/** A replacement cost nothing: its money is that of the order it replaces. */
const OF_REPLACEMENT = {
  arrived: { ...ARRIVED, wishes: ['replace'] },
  stillHere: { ...STILL_HERE, wishes: ['other'] },
} satisfies Record<string, Reporting>
const OF_ORDER = { arrived: ARRIVED, stillHere: STILL_HERE }
export const NOT_YET: Reporting = {
  refusal: 'You can report a problem once it has arrived, or when it is late.',
  ...{ endedOn: null, kinds: [], wishes: [] },
}

const endedOn = (day: string): Reporting => ({
  refusal: `Reporting here ended on ${formatDay(day)}. You can still write to us.`,
  ...{ endedOn: day, kinds: [], wishes: [] },
})

/** A packed order for pickup is never late: it waits for its customer. */
function isLate({ status, deliverTo, deliveryMethod, packedAt }: Sent, now: Date): boolean {
  if (deliverTo === null || deliverTo >= shopDay(now)) return false
  return status === 'shipped' || (status === 'processing' && (deliveryMethod !== 'pickup' || packedAt === null))
}
