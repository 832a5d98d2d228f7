import type { z } from 'zod'
import { shopDay } from '#src/core/dates.ts'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import {
  type Booking,
  type Courier,
  type CourierParcel,
  type CourierRate,
  CourierRefusal,
  CourierUnavailable,
  type FoundBooking,
  type ParcelSize,
} from '#src/features/couriers/courier.server.ts'
import {
  type CourierAccess,
  type CourierAnswer,
  type CourierHttp,
  createCourierHttp,
} from '#src/features/couriers/courier-http.server.ts'
import {
  Charges,
  CreatedPackages,
  Edited,
  LabelLinks,
  NoPackage,
  PickupRequest,
  PinCodes,
  TrackedPackages,
} from './delhivery-schemas.server.ts'
import { readDelhiveryWebhook, SELLER_CANCELLED } from './delhivery-webhook.server.ts'

export type DelhiveryAccess = CourierAccess & { token: string }

type Delhivery = { http: CourierHttp; get: Send; post: (path: string, body: string, type?: string) => Answer }
type Answer = Promise<CourierAnswer>
type Send = (path: string, query: Record<string, string>) => Answer

/** Ships with Delhivery (delhivery-express-api-doc.readme.io), whose refusals have the status 200. */
export function createDelhivery({ token, ...access }: DelhiveryAccess): Courier {
  const delhivery = connect(token, access)
  return {
    name: 'delhivery',
    quote: (size) => quote(delhivery, size),
    book: (parcel, known) => book(delhivery, parcel, known),
    find: (reference) => find(delhivery, reference),
    requestPickup: (pickup) => requestPickup(delhivery, pickup),
    label: (booking) => label(delhivery, booking),
    cancel: (booking) => cancel(delhivery, booking),
    readWebhook: readDelhiveryWebhook,
  }
}

function connect(token: string, access: CourierAccess): Delhivery {
  const http = createCourierHttp({ ...access, courier: 'delhivery', secrets: () => [token] })
  const headers = { accept: 'application/json', authorization: `Token ${token}` }
  const checked = async (answer: Answer) => {
    const { status } = await answer
    if (status === 401 || status === 403)
      throw new CourierUnavailable('Delhivery does not accept the token of the shop.')
    return answer
  }
  return {
    http,
    get: (path, query) => checked(http.call({ method: 'GET', path: `${path}?${new URLSearchParams(query)}`, headers })),
    post: (path, body, type = 'application/json') =>
      checked(http.call({ method: 'POST', path, headers: { ...headers, 'content-type': type }, body })),
  }
}

function read<T extends z.ZodType>({ http }: Delhivery, { json }: CourierAnswer, schema: T): z.output<T> {
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw http.unreadable('this parcel')
  return parsed.data
}

const MODES = [
  { id: 'Surface', md: 'S' },
  { id: 'Express', md: 'E' },
] as const

async function quote(delhivery: Delhivery, size: ParcelSize): Promise<CourierRate[]> {
  const answer = await delhivery.get('/c/api/pin-codes/json/', { filter_codes: size.toPincode })
  const [place] = read(delhivery, answer, PinCodes).delivery_codes
  const isServed = place?.postal_code.pre_paid === 'Y' && !/embargo/i.test(place.postal_code.remarks ?? '')
  if (!isServed) return []
  return Promise.all(
    MODES.map(async ({ id, md }) => ({ id, name: id, days: null, ratePaise: await rateOf(delhivery, size, md) })),
  )
}

async function rateOf(delhivery: Delhivery, size: ParcelSize, md: string): Promise<number | null> {
  const query = {
    md,
    ss: 'Delivered',
    pt: 'Pre-paid',
    o_pin: size.fromPincode,
    d_pin: size.toPincode,
    cgm: String(size.grams),
  }
  try {
    const [charges] = Charges.parse((await delhivery.get('/api/kinko/v1/invoice/charges/.json', query)).json)
    return charges ? paiseFromRupees(charges.total_amount) : null
  } catch {
    return null
  }
}

async function book(delhivery: Delhivery, parcel: CourierParcel, known?: FoundBooking): Promise<Booking> {
  if (known) return toBooking(known)
  const data = encodeURIComponent(JSON.stringify(toManifest(parcel)))
  const form = 'application/x-www-form-urlencoded'
  const answer = await delhivery.post('/api/cmu/create.json', `format=json&data=${data}`, form)
  const { packages, rmk } = read(delhivery, answer, CreatedPackages)
  const [made] = packages
  if (made?.status === 'Success' && made.waybill)
    return { awb: made.waybill, courierOrderId: null, courierShipmentId: null }
  const refusal = delhivery.http.refusal([made?.remarks ?? []].flat().join(' ') || rmk)
  const existing = /duplicate order id/i.test(refusal.message) && (await find(delhivery, parcel.reference))
  if (existing) return toBooking(existing)
  throw refusal
}

function toBooking({ awb, isCancelled, ...ids }: FoundBooking): Booking {
  if (awb === null || isCancelled)
    throw new CourierRefusal('Delhivery: this booking was cancelled. Please end it here, too.')
  return { ...ids, awb }
}

async function find(delhivery: Delhivery, reference: string): Promise<FoundBooking | undefined> {
  const answer = await delhivery.get('/api/v1/packages/json/', { ref_ids: reference })
  if (NoPackage.safeParse(answer.json).success) return undefined
  const { ShipmentData } = read(delhivery, answer, TrackedPackages)
  const found = ShipmentData.find(({ Shipment }) => Shipment.ReferenceNo === reference)?.Shipment
  if (!found) throw delhivery.http.unreadable('this parcel')
  const isCancelled = found.Status.StatusCode === SELLER_CANCELLED || /cancelled/i.test(found.Status.Instructions)
  return { awb: found.AWB, courierOrderId: null, courierShipmentId: null, isCancelled }
}

type Pickup = Parameters<Courier['requestPickup']>[0]

/** One request covers all parcels at a location; Delhivery refuses a second one for the same time as existing. */
async function requestPickup(delhivery: Delhivery, { day, pickupLocation }: Pickup): Promise<void> {
  const body = { pickup_location: pickupLocation, pickup_date: day, pickup_time: '14:00:00', expected_package_count: 1 }
  const { json, text } = await delhivery.post('/fm/request/new/', JSON.stringify(body))
  const { data } = PickupRequest.safeParse(json)
  if (data?.pickup_id !== undefined || data?.pr_exist === true || /already exist/i.test(text)) return
  throw delhivery.http.refusal(data?.message ?? text)
}

async function label(delhivery: Delhivery, { awb }: Booking): Promise<Buffer> {
  const answer = await delhivery.get('/api/p/packing_slip', { wbns: awb, pdf: 'true', pdf_size: '4R' })
  const link = read(delhivery, answer, LabelLinks).packages[0]?.pdf_download_link
  if (!link) throw delhivery.http.refusal('There is no label for this waybill.')
  return delhivery.http.downloadPdf(link)
}

/** Delhivery answers in JSON or XML. Idempotent. */
async function cancel(delhivery: Delhivery, { awb }: FoundBooking): Promise<void> {
  const { json, text } = await delhivery.post('/api/p/edit', JSON.stringify({ waybill: awb, cancellation: 'true' }))
  const { data } = Edited.safeParse(json)
  if (data?.status === true || /<status>true<\/status>/i.test(text)) return
  throw delhivery.http.refusal(data?.error ?? /<(?:error|remark)>(.*?)</i.exec(text)?.[1])
}

/** Order Creation allows no & % # ; and \ in texts. */
function toManifest({ to, sides, items, ...parcel }: CourierParcel) {
  const clean = (text: string) => text.replaceAll(/[&%#;\\]/g, ' ').trim()
  const shipment = {
    order: parcel.reference,
    name: clean(to.name),
    add: clean(to.address),
    pin: parcel.toPincode,
    city: clean(to.city),
    state: clean(to.state),
    country: 'India',
    phone: to.phone.slice(-10),
    payment_mode: 'Prepaid',
    cod_amount: 0,
    total_amount: rupees(paise(parcel.valuePaise)),
    order_date: shopDay(parcel.orderedAt),
    products_desc: clean(items.map(({ name, quantity }) => `${quantity} x ${name}`).join(', ')).slice(0, 200),
    hsn_code: parcel.hsn,
    seller_gst_tin: parcel.sellerGstin,
    quantity: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    weight: parcel.grams,
    shipment_length: sides.length,
    shipment_width: sides.breadth,
    shipment_height: sides.height,
    shipping_mode: parcel.rateId,
  }
  return { shipments: [shipment], pickup_location: { name: parcel.pickupLocation } }
}
