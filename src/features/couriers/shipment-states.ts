/** The states of a parcel, in the order of its way. Adapters map each courier's codes to them. */
export const SCAN_STATES = [
  'booked',
  'picked-up',
  'in-transit',
  'out-for-delivery',
  'undelivered',
  'delivered',
  'returning',
  'returned',
  'lost',
  'cancelled',
] as const
export type ScanState = (typeof SCAN_STATES)[number]

export function hasLeft(state: ScanState): boolean {
  return state !== 'booked' && state !== 'cancelled'
}

type Scan = { state: ScanState; at: Date }

/** Finds the scan with the latest time; of two at the same time the one further on the way. */
export function findLatestScan<S extends Scan>(scans: readonly S[]): S | undefined {
  const rank = ({ state }: Scan) => SCAN_STATES.indexOf(state)
  return [...scans].sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b)).at(-1)
}
