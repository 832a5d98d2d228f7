import type { CourierName } from '#src/core/couriers.ts'
import type { ScanState } from './shipment-states.ts'

/** What a rate depends on. Weight in grams, sides in centimetres, the value in paise. */
export type ParcelSize = {
  fromPincode: string
  toPincode: string
  grams: number
  sides: { length: number; breadth: number; height: number }
  valuePaise: number
}

/** A service of the courier for a parcel. `ratePaise` is null if the courier gives no rate now. */
export type CourierRate = { id: string; name: string; ratePaise: number | null; days: number | null }

export type CourierParcel = ParcelSize & {
  /** Our order number, with a number for a later booking: the courier's order id and idempotency key. */
  reference: string
  rateId: string
  /** The name under which the courier knows the studio. */
  pickupLocation: string
  orderedAt: Date
  to: { name: string; address: string; city: string; state: string; phone: string; email: string }
  items: readonly { name: string; sku: string; quantity: number; unitPaise: number }[]
  hsn: string
  sellerGstin: string
}

export type Booking = {
  awb: string
  courierOrderId: string | null
  courierShipmentId: string | null
}

/** A booking as the courier reports it; incomplete without an AWB. */
export type FoundBooking = Omit<Booking, 'awb'> & { awb: string | null; isCancelled: boolean }

/** One event of a parcel. A repetition has the same `key`. */
export type CourierScan = { key: string; state: ScanState; at: Date }
export type CourierReport = { awb: string; scans: CourierScan[] }

/** The courier refused and changed nothing. The message is for an admin. */
export class CourierRefusal extends Error {}

/** There was no usable answer. The call may have worked, so look it up before a retry. */
export class CourierUnavailable extends Error {}

/**
 * The courier port. Adapters translate; they make no decisions. Each call throws CourierRefusal or CourierUnavailable.
 *
 * A new courier begins with its name in `COURIER_NAMES`; the types then ask for its title, variables and tracking page,
 * its adapter, its account in the environment, its data processor, and its case in the tests of all couriers. They
 * cannot ask for: its fake in tests/fakes, its hosts for tests in production-checks, and its variables in README,
 * docs/operations.md and deploy/golconda.env.example.
 */
export type Courier = {
  readonly name: CourierName
  /** Lists services, cheapest first; none if the courier does not deliver there. */
  quote: (size: ParcelSize) => Promise<CourierRate[]>
  /** Books a parcel, or completes an earlier attempt (`known`), so that there is only one AWB. */
  book: (parcel: CourierParcel, known?: FoundBooking) => Promise<Booking>
  /** Undefined only if the courier says that there is no booking; any other answer throws CourierUnavailable. */
  find: (reference: string) => Promise<FoundBooking | undefined>
  /** Requests a pickup on a day (2026-11-26). Idempotent. */
  requestPickup: (pickup: { booking: Booking; day: string; pickupLocation: string }) => Promise<void>
  label: (booking: Booking) => Promise<Buffer>
  cancel: (booking: FoundBooking) => Promise<void>
  readWebhook: (body: unknown) => CourierReport | undefined
}
