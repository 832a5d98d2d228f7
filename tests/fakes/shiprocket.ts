import { onTestFinished } from 'vitest'
import { type Answer, type CourierRequest, indianTime, PDF, startCourierServer } from './courier-server.ts'

export const SHIPROCKET_USER = { email: 'api@golconda-cacao.in', password: 'a-password-that-nobody-may-see' }

type Order = { id: number; reference: string; shipmentId: number; status: string; awb: string; courierId?: number }
type Books = { tokens: Set<string>; orders: Order[]; served: boolean; picked: number[]; wallet: boolean }

export type FakeShiprocket = Awaited<ReturnType<typeof startFakeShiprocket>>

/**
 * Shiprocket as apidocs.shiprocket.in describes the calls that the shop makes: auth/login, courier/serviceability,
 * orders/create/adhoc, orders, courier/assign/awb, courier/generate/pickup and label, orders/cancel, and the webhook.
 */
export async function startFakeShiprocket(onEnd: (end: () => void) => void = onTestFinished) {
  const books: Books = { tokens: new Set(), orders: [], served: true, picked: [], wallet: true }
  const server = await startCourierServer({ onEnd, answerTo: (request, url) => answerTo(books, request, url) })
  return {
    ...server,
    orders: books.orders,
    picked: books.picked,
    /** A token ends after ten days. */
    endTokens: () => books.tokens.clear(),
    serves: (is: boolean) => {
      books.served = is
    },
    hasMoney: (is: boolean) => {
      books.wallet = is
    },
  }
}

const API = '/v1/external'

function answerTo(books: Books, request: CourierRequest, url: string): Answer {
  const { method, path } = request
  if (path === '/labels/label.pdf') return { status: 200, body: PDF }
  if (path === `${API}/auth/login`) return signIn(books, JSON.parse(request.body))
  if (!books.tokens.has(request.token)) return { status: 401, body: { message: 'Unauthenticated.', status_code: 401 } }
  const body = request.body ? JSON.parse(request.body) : {}
  switch (`${method} ${path.slice(API.length)}`) {
    case 'GET /courier/serviceability/':
      return serviceability(books, request.query)
    case 'POST /orders/create/adhoc':
      return createOrder(books, body)
    case 'GET /orders':
      return listOrders(books, request.query.get('search') ?? '')
    case 'POST /courier/assign/awb':
      return assignAwb(books, body)
    case 'POST /courier/generate/pickup':
      return pickup(books, body.shipment_id?.[0])
    case 'POST /courier/generate/label':
      return label(books, body.shipment_id?.[0], url)
    case 'POST /orders/cancel':
      return cancel(books, body.ids?.[0])
    default:
      return { status: 404, body: { message: '404 Not Found', status_code: 404 } }
  }
}

function signIn({ tokens }: Books, { email, password }: { email?: string; password?: string }): Answer {
  if (email !== SHIPROCKET_USER.email || password !== SHIPROCKET_USER.password)
    return { status: 400, body: { message: 'Invalid email and password combination', status_code: 400 } }
  const token = `token-${crypto.randomUUID()}`
  tokens.add(token)
  return { status: 200, body: { id: 7, first_name: 'API', last_name: 'USER', email, company_id: 25149, token } }
}

function serviceability({ served }: Books, query: URLSearchParams): Answer {
  if (!query.get('weight') || !query.get('cod'))
    return invalid({ weight: ['The weight field is required when order id is not present.'] })
  if (!served) return { status: 200, body: { status: 404, message: 'No courier serviceable for this pincode' } }
  const company = ([id, name, rate]: [number, string, number], more = {}) => ({
    ...{ courier_company_id: id, courier_name: name, rate, freight_charge: rate, cod: 1, blocked: 0, min_weight: 0.5 },
    ...{ estimated_delivery_days: '3', etd: 'Jul 03, 2024', is_surface: true, zone: 'z_d' },
    ...more,
  })
  const data = {
    available_courier_companies: [
      company([51, 'Xpressbees Surface', 92.5]),
      company([43, 'Delhivery Surface', 88.12], { estimated_delivery_days: '5' }),
      company([33, 'Xpressbees Air', 61], { blocked: 1 }),
    ],
    recommended_courier_company_id: 43,
  }
  return { status: 200, body: { status: 200, data, currency: 'INR' } }
}

const REQUIRED =
  'order_id order_date pickup_location billing_customer_name billing_address billing_city billing_pincode billing_state billing_country billing_email billing_phone order_items payment_method sub_total length breadth height weight'.split(
    ' ',
  )

function createOrder({ orders }: Books, wanted: Record<string, unknown>): Answer {
  const missing = REQUIRED.filter((field) => !wanted[field])
  if (missing.length > 0) return invalid(Object.fromEntries(missing.map((field) => [field, ['This is required.']])))
  if (wanted.pickup_location !== 'Studio')
    return { status: 200, body: { message: 'Wrong Pickup location entered. Please enter one location.', data: {} } }
  const reference = String(wanted.order_id)
  if (orders.some((order) => order.reference === reference))
    return invalid({ order_id: ['The order id has already been taken.'] })
  const id = 16_161_616 + orders.length
  const order = { id, reference, shipmentId: id + 100_000, status: 'NEW', awb: '' }
  orders.push(order)
  const body = { order_id: id, shipment_id: order.shipmentId, status: 'NEW', status_code: 1, awb_code: '' }
  return { status: 200, body: { ...body, onboarding_completed_now: 0, courier_company_id: '', courier_name: '' } }
}

function listOrders({ orders }: Books, search: string): Answer {
  const data = orders
    .filter(({ reference, awb }) => reference.startsWith(search) || awb === search)
    .map(({ id, reference, status, shipmentId, awb }) => ({
      ...{ id, channel_order_id: reference, status, channel_name: 'CUSTOM' },
      shipments: [{ id: shipmentId, awb, courier: '' }],
    }))
  return { status: 200, body: { data, meta: { pagination: { total: data.length, count: data.length } } } }
}

function assignAwb(books: Books, { shipment_id, courier_id }: Record<string, number>): Answer {
  const order = books.orders.find((one) => one.shipmentId === shipment_id)
  if (!order) return invalid({ shipment_id: ['The shipment id field is required.'] })
  if (order.awb) return { status: 400, body: { message: 'AWB is already assigned', status_code: 400 } }
  if (!books.wallet) {
    const data = { awb_assign_error: 'Please recharge your ShipRocket wallet. The minimum required balance is Rs 100' }
    return { status: 200, body: { awb_assign_status: 0, response: { data } } }
  }
  Object.assign(order, { awb: String(321_055_706_540 + books.orders.indexOf(order)), courierId: courier_id })
  const data = { courier_company_id: courier_id, awb_code: order.awb, order_id: order.id, shipment_id, cod: 0 }
  return { status: 200, body: { awb_assign_status: 1, response: { data } } }
}

function pickup({ orders, picked }: Books, shipmentId: number): Answer {
  if (!orders.some((order) => order.shipmentId === shipmentId && order.awb))
    return { status: 400, body: { message: 'Invalid shipment id', status_code: 400 } }
  if (picked.includes(shipmentId))
    return { status: 400, body: { message: 'Already in Pickup Queue.', status_code: 400 } }
  picked.push(shipmentId)
  const response = { pickup_scheduled_date: '2026-12-10 12:39:54', pickup_token_number: 'Reference No: 194', status: 3 }
  return { status: 200, body: { pickup_status: 1, response } }
}

function label({ orders }: Books, shipmentId: number, url: string): Answer {
  if (!orders.some((order) => order.shipmentId === shipmentId && order.awb))
    return {
      status: 200,
      body: { label_created: 0, not_created: [], response: 'No valid shipment ids to print label' },
    }
  return { status: 200, body: { label_created: 1, label_url: `${url}/labels/label.pdf`, not_created: [] } }
}

function cancel({ orders }: Books, id: number): Answer {
  const order = orders.find((one) => one.id === id)
  if (!order) return { status: 500, body: { message: 'Trying to get property of non-object', status_code: 500 } }
  order.status = 'CANCELED'
  return { status: 204, body: '' }
}

const invalid = (errors: Record<string, string[]>): Answer => ({
  status: 422,
  body: { message: 'Oops! Invalid Data.', errors, status_code: 422 },
})

type Scan = { at: Date; code: number; label?: string }

/** The body of a webhook: the current status, with all scans so far. */
export function shiprocketWebhook(awb: string, scans: readonly Scan[]): string {
  const last = scans.at(-1)
  const [date = '', clock = ''] = indianTime(last?.at ?? new Date()).split('T')
  return JSON.stringify({
    awb,
    courier_name: 'Delhivery Surface',
    current_status: last?.label ?? 'IN TRANSIT',
    // The order table has other numbers than the shipment table.
    current_status_id: 20,
    shipment_status: last?.label ?? 'IN TRANSIT',
    shipment_status_id: last?.code,
    current_timestamp: `${date.split('-').toReversed().join(' ')} ${clock}`,
    order_id: '1373900_150876814',
    sr_order_id: 348_456_385,
    etd: '2026-05-23 15:40:19',
    scans: scans.map(({ at, code, label: text = '' }) => ({
      date: indianTime(at).replace('T', ' '),
      status: `X-${code}`,
      activity: 'In Transit - left with Asha Rao, 1 Central Avenue',
      location: 'Nagpur_Central_D (Maharashtra)',
      'sr-status': String(code),
      'sr-status-label': text,
    })),
    is_return: 0,
    channel_id: 3_422_553,
    pod_status: 'OTP Based Delivery',
    pod: 'Not Available',
  })
}
