import type { CourierReport, CourierScan } from '#src/features/couriers/courier.server.ts'
import { courierTime } from '#src/features/couriers/courier-http.server.ts'
import type { ScanState } from '#src/features/couriers/shipment-states.ts'
import { TrackingWebhook } from './shiprocket-schemas.server.ts'

/** Shipment status codes (apidocs.shiprocket.in, Tracking). 16 is missing: it only requests a cancellation. */
const CODES: Record<ScanState, readonly number[]> = {
  booked: [1, 2, 3, 4, 5, 11, 13, 15, 19, 20, 27, 52],
  'picked-up': [42, 51],
  'in-transit': [6, 18, 22, 38, 39, 48],
  'out-for-delivery': [17],
  undelivered: [21, 23, 77],
  delivered: [7],
  returning: [9, 40, 41, 46, 75, 78],
  returned: [10, 14],
  lost: [12, 24, 25, 44, 76],
  cancelled: [8, 45],
}

const STATES = new Map(
  Object.entries(CODES).flatMap(([state, codes]) => codes.map((code) => [String(code), state as ScanState] as const)),
)

/** Reads the scans and the current state. Ignores codes that are not in the table. */
export function readShiprocketWebhook(body: unknown): CourierReport | undefined {
  const { data } = TrackingWebhook.safeParse(body)
  if (!data) return undefined
  const scans = (data.scans ?? []).flatMap((scan) =>
    toScan(`${scan.date}|${scan.status}|${scan['sr-status'] ?? ''}`, scan.date, scan['sr-status']),
  )
  const code = data.shipment_status_id ?? undefined
  const now = toScan(`${data.current_timestamp}|now|${code}`, data.current_timestamp, code)
  const isNews = now.filter(({ state }) => !scans.some((scan) => scan.state === state))
  return { awb: data.awb, scans: [...scans, ...isNews] }
}

function toScan(key: string, time: string | undefined, code: string | undefined): CourierScan[] {
  const [state, at] = [STATES.get(code ?? ''), courierTime(time ?? '')]
  return state && at ? [{ key, state, at }] : []
}
