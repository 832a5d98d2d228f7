import type { CourierReport } from '#src/features/couriers/courier.server.ts'
import { courierTime } from '#src/features/couriers/courier-http.server.ts'
import type { ScanState } from '#src/features/couriers/shipment-states.ts'
import { ScanPush } from './delhivery-schemas.server.ts'

type Status = { Status: string; StatusType: string; code: string }

/** Reads one scan. Ignores undocumented statuses, as the documentation asks ("do not hardcode the flow"). */
export function readDelhiveryWebhook(body: unknown): CourierReport | undefined {
  const { data } = ScanPush.safeParse(body)
  if (!data) return undefined
  const { AWB: awb, NSLCode, Status: status } = data.Shipment
  const code = NSLCode ?? ''
  const [state, at] = [stateOf({ ...status, code }), courierTime(status.StatusDateTime)]
  const key = [status.StatusDateTime, status.StatusType, status.Status, code].join('|')
  return { awb, scans: state && at ? [{ key, state, at }] : [] }
}

/** Maps type and status (Package Lifecycle). X-PPOM is the pickup; EOD codes explain a failed delivery. */
function stateOf({ Status, StatusType, code }: Status): ScanState | undefined {
  const status = Status.toLowerCase()
  if (StatusType === 'LT' || status === 'lost') return 'lost'
  if (StatusType === 'DL') return status === 'delivered' ? 'delivered' : status === 'rto' ? 'returned' : undefined
  if (StatusType === 'RT') return 'returning'
  if (StatusType !== 'UD') return undefined
  if (code === SELLER_CANCELLED) return 'cancelled'
  if (status === 'in transit' && code === 'X-PPOM') return 'picked-up'
  if (status === 'pending' && code.startsWith('EOD-')) return 'undelivered'
  return FORWARD[status]
}

export const SELLER_CANCELLED = 'DTUP-210'

const FORWARD: Partial<Record<string, ScanState>> = {
  manifested: 'booked',
  'not picked': 'booked',
  scheduled: 'booked',
  'in transit': 'in-transit',
  pending: 'in-transit',
  dispatched: 'out-for-delivery',
}
