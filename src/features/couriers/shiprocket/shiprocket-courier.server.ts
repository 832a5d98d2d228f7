import { shopDay } from '#src/core/dates.ts'
import { decimalRupees, paise, paiseFromRupees } from '#src/core/money.ts'
import {
  type Booking,
  type Courier,
  type CourierParcel,
  CourierRefusal,
  CourierUnavailable,
  type FoundBooking,
  type ParcelSize,
} from '#src/features/couriers/courier.server.ts'
import { createShiprocketClient, type ShiprocketAccess, type ShiprocketClient } from './shiprocket-client.server.ts'
import {
  AssignedAwb,
  Cancelled,
  CreatedOrder,
  Label,
  OrderList,
  Pickup,
  Serviceability,
} from './shiprocket-schemas.server.ts'
import { readShiprocketWebhook } from './shiprocket-webhook.server.ts'

const API = '/v1/external'

/** Ships through Shiprocket with the courier that the admin chooses (apidocs.shiprocket.in). */
export function createShiprocket(access: ShiprocketAccess): Courier {
  const client = createShiprocketClient(access)
  return {
    name: 'shiprocket',
    quote: (size) => quote(client, size),
    book: (parcel, known) => book(client, parcel, known),
    find: (reference) => find(client, reference),
    requestPickup: ({ booking }) => requestPickup(client, booking),
    label: (booking) => label(client, booking),
    cancel: (booking) => cancel(client, booking),
    readWebhook: readShiprocketWebhook,
  }
}

async function quote(client: ShiprocketClient, { sides, ...size }: ParcelSize) {
  const query = new URLSearchParams({
    pickup_postcode: size.fromPincode,
    delivery_postcode: size.toPincode,
    cod: '0',
    weight: kilograms(size.grams),
    declared_value: decimalRupees(paise(size.valuePaise)),
    ...Object.fromEntries(Object.entries(sides).map(([side, length]) => [side, String(length)])),
  })
  const { data } = await client.ask({ path: `${API}/courier/serviceability/?${query}`, schema: Serviceability })
  return (data?.available_courier_companies ?? [])
    .filter(({ blocked }) => blocked === 0)
    .map((one) => ({
      id: one.courier_company_id,
      name: one.courier_name,
      ratePaise: paiseFromRupees(one.rate),
      days: one.estimated_delivery_days,
    }))
    .sort((one, other) => one.ratePaise - other.ratePaise)
}

/** Shiprocket refuses a used order id (Create Custom Order), so an existing order is ours. */
async function book(client: ShiprocketClient, parcel: CourierParcel, known?: FoundBooking): Promise<Booking> {
  const order = known ?? (await createOrder(client, parcel))
  if (order.isCancelled) throw new CourierRefusal('Shiprocket: this booking was cancelled. Please end it here, too.')
  if (order.awb !== null) return { ...order, awb: order.awb }
  const body = { shipment_id: Number(order.courierShipmentId), courier_id: Number(parcel.rateId) }
  const assigned = await client.ask({ path: `${API}/courier/assign/awb`, body, schema: AssignedAwb })
  const awb = assigned.response?.data?.awb_code
  if (!awb) throw client.http.refusal(assigned.response?.data?.awb_assign_error ?? assigned.message)
  return { ...order, awb }
}

async function createOrder(client: ShiprocketClient, parcel: CourierParcel): Promise<FoundBooking> {
  try {
    const created = await client.ask({
      path: `${API}/orders/create/adhoc`,
      body: toOrder(parcel),
      schema: CreatedOrder,
    })
    const { order_id: courierOrderId, shipment_id: courierShipmentId } = created
    if (!courierOrderId || !courierShipmentId) throw client.http.refusal(created.message)
    return { awb: null, courierOrderId, courierShipmentId, isCancelled: false }
  } catch (error) {
    const existing = error instanceof CourierRefusal ? await find(client, parcel.reference) : undefined
    if (existing) return existing
    throw error
  }
}

async function find(client: ShiprocketClient, reference: string): Promise<FoundBooking | undefined> {
  const path = `${API}/orders?${new URLSearchParams({ search: reference })}`
  const { data, meta } = await client.ask({ path, schema: OrderList }).catch((error: unknown) => {
    throw error instanceof CourierRefusal ? new CourierUnavailable(error.message) : error
  })
  const order = data.find(({ channel_order_id: id }) => id === reference)
  if (!order && meta && meta.pagination.total === data.length) return undefined
  const [shipment] = order?.shipments ?? []
  if (!order || !shipment) throw client.http.unreadable('this order')
  return {
    awb: shipment.awb || null,
    courierOrderId: order.id,
    courierShipmentId: shipment.id,
    isCancelled: /^CANCEL/i.test(order.status),
  }
}

async function requestPickup(client: ShiprocketClient, { courierShipmentId }: Booking): Promise<void> {
  const body = { shipment_id: [Number(courierShipmentId)] }
  try {
    const { pickup_status, message } = await client.ask({
      path: `${API}/courier/generate/pickup`,
      body,
      schema: Pickup,
    })
    if (pickup_status !== 1) throw client.http.refusal(message)
  } catch (error) {
    if (!(error instanceof CourierRefusal && /already in pickup queue/i.test(error.message))) throw error
  }
}

async function label(client: ShiprocketClient, { courierShipmentId }: Booking): Promise<Buffer> {
  const body = { shipment_id: [Number(courierShipmentId)] }
  const { label_url, response } = await client.ask({ path: `${API}/courier/generate/label`, body, schema: Label })
  if (!label_url) throw client.http.refusal(response)
  return client.http.downloadPdf(label_url)
}

/** Some refusals have the status 200. */
async function cancel(client: ShiprocketClient, { courierOrderId }: FoundBooking): Promise<void> {
  const body = { ids: [Number(courierOrderId)] }
  const answer = await client.ask({ path: `${API}/orders/cancel`, body, schema: Cancelled })
  const isDone = answer.status_code === 200 || Object.keys(answer).length === 0
  if (!isDone) throw client.http.refusal(answer.message)
}

const kilograms = (grams: number) => (grams / 1000).toFixed(3)

/** The required fields of Create Custom Order. The buyer is billed by the shop, so both addresses are the parcel's. */
function toOrder({ to, items, sides, ...parcel }: CourierParcel) {
  const [firstName = '', ...names] = to.name.split(' ')
  return {
    order_id: parcel.reference,
    order_date: shopDay(parcel.orderedAt),
    pickup_location: parcel.pickupLocation,
    billing_customer_name: firstName,
    billing_last_name: names.join(' '),
    billing_address: to.address,
    billing_city: to.city.slice(0, 30),
    billing_pincode: parcel.toPincode,
    billing_state: to.state,
    billing_country: 'India',
    billing_email: to.email,
    billing_phone: to.phone.slice(-10),
    shipping_is_billing: true,
    order_items: items.map(({ name, sku, quantity, unitPaise }) => ({
      name,
      sku,
      units: quantity,
      selling_price: decimalRupees(paise(unitPaise)),
      hsn: parcel.hsn,
    })),
    payment_method: 'Prepaid',
    sub_total: decimalRupees(paise(parcel.valuePaise)),
    ...sides,
    weight: kilograms(parcel.grams),
  }
}
