import type { CourierName, ScanState } from './shipment-states.ts'

/** What a rate depends on. Weight in grams, sides in centimetres, the value in paise. */
export type ParcelSize = {
  fromPincode: string
  toPincode: string
  grams: number
  sides: { length: number; breadth: number; height: number }
  valuePaise: number
}

/** A service of the courier that brings the parcel there. The rate is null if the courier does not say it now. */
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

/** A booking as a courier reports it; without an AWB it is begun, but not complete. */
export type FoundBooking = Omit<Booking, 'awb'> & { awb: string | null; isCancelled: boolean }

/** One report about a parcel. `key` is the same when it is sent again. */
export type CourierScan = { key: string; state: ScanState; at: Date }
export type CourierReport = { awb: string; scans: CourierScan[] }

/** The courier says no, in words for an admin; nothing was changed. */
export class CourierRefusal extends Error {}

/** No usable answer. What the call should do may have happened, so look it up before trying again. */
export class CourierUnavailable extends Error {}

/** The courier port. Adapters translate; they make no decisions. Each call throws CourierRefusal or CourierUnavailable. */
export type Courier = {
  readonly name: CourierName
  /** The services that bring a parcel there, cheapest first; none if the courier does not deliver there. */
  quote: (size: ParcelSize) => Promise<CourierRate[]>
  /** Books a parcel, or completes what an earlier try has left (`known`), so that there is one AWB only. */
  book: (parcel: CourierParcel, known?: FoundBooking) => Promise<Booking>
  /** Undefined only if the courier says that it has none; any other answer throws CourierUnavailable. */
  find: (reference: string) => Promise<FoundBooking | undefined>
  /** Asks for collection on a day (2026-11-26). Repeating it is no error. */
  requestPickup: (pickup: { booking: Booking; day: string; pickupLocation: string }) => Promise<void>
  label: (booking: Booking) => Promise<Buffer>
  cancel: (booking: FoundBooking) => Promise<void>
  readWebhook: (body: unknown) => CourierReport | undefined
}
