import { onTestFinished } from 'vitest'
import { type Answer, type CourierRequest, indianTime, PDF, startCourierServer } from './courier-server.ts'

export const DELHIVERY_TOKEN = 'a-secret-test-token'

type Shipment = Record<string, unknown> & { order: string; waybill: string; isCancelled: boolean }
type Books = { shipments: Shipment[]; pickups: string[]; served: boolean; hasRates: boolean }

export type FakeDelhivery = Awaited<ReturnType<typeof startFakeDelhivery>>

/**
 * Delhivery as delhivery-express-api-doc.readme.io describes the calls that the shop makes (pin-codes, invoice charges,
 * order creation, tracking by order number, packing slip, pickup request, cancellation) and its scan push. Most of its
 * refusals have the status 200; the answer to a cancellation is XML.
 */
export async function startFakeDelhivery(onEnd: (end: () => void) => void = onTestFinished) {
  const books: Books = { shipments: [], pickups: [], served: true, hasRates: true }
  const server = await startCourierServer({ onEnd, answerTo: (request, url) => answerTo(books, request, url) })
  return {
    ...server,
    shipments: books.shipments,
    pickups: books.pickups,
    serves: (is: boolean) => {
      books.served = is
    },
    /** The estimate of charges allows 40 calls a minute. */
    hasRates: (is: boolean) => {
      books.hasRates = is
    },
  }
}

function answerTo(books: Books, request: CourierRequest, url: string): Answer {
  if (request.path === '/labels/label.pdf') return { status: 200, body: PDF }
  if (request.token !== DELHIVERY_TOKEN)
    return { status: 401, body: { detail: 'Authentication credentials were not provided.' } }
  switch (`${request.method} ${request.path}`) {
    case 'GET /c/api/pin-codes/json/':
      return pinCodes(books, request.query.get('filter_codes'))
    case 'GET /api/kinko/v1/invoice/charges/.json':
      return charges(books, request.query)
    case 'POST /api/cmu/create.json':
      return create(books, request.body)
    case 'GET /api/v1/packages/json/':
      return track(books, request.query.get('ref_ids'))
    case 'GET /api/p/packing_slip':
      return packingSlip(books, request.query.get('wbns'), url)
    case 'POST /fm/request/new/':
      return pickup(books, JSON.parse(request.body))
    case 'POST /api/p/edit':
      return edit(books, JSON.parse(request.body))
    default:
      return { status: 404, body: 'Not found' }
  }
}

function pinCodes({ served }: Books, pin: string | null): Answer {
  const postal_code = {
    ...{ pin: Number(pin), state_code: 'MH', city: 'Nagpur', pickup: 'Y', cod: 'Y', is_oda: 'N', remarks: '' },
    ...{ pre_paid: 'Y', max_weight: 0, max_amount: 0 },
  }
  return { status: 200, body: { delivery_codes: served ? [{ postal_code }] : [] } }
}

function charges({ hasRates }: Books, query: URLSearchParams): Answer {
  if (!hasRates) return { status: 429, body: { message: 'Too Many Requests' } }
  if (!['S', 'E'].includes(query.get('md') ?? ''))
    return { status: 400, body: { error: 'md is mandatory field and possible values can be S,E' } }
  const total_amount = query.get('md') === 'S' ? 84.96 : 141.6
  return { status: 200, body: [{ total_amount, gross_amount: 72, charge_DL: 60, zone: 'D', status: 'Delivered' }] }
}

function create({ shipments }: Books, body: string): Answer {
  const form = new URLSearchParams(body)
  if (form.get('format') !== 'json') return failed('', 'format key missing in POST')
  const { shipments: [wanted] = [{}], pickup_location: place } = JSON.parse(form.get('data') ?? '{}')
  if (/[&%#;\\]/.test(JSON.stringify([wanted.name, wanted.add, wanted.products_desc])))
    return failed('', 'Unterminated string starting at: line 1 column 1 (char 0)')
  if (place?.name !== 'Studio') return failed(wanted.order, 'ClientWarehouse matching query does not exist.')
  if (!/^\d{6}$/.test(wanted.pin))
    return failed(wanted.order, 'Crashing while saving package due to exception Consignee pin code is invalid.')
  if (shipments.some(({ order }) => order === wanted.order))
    return failed(wanted.order, `Crashing while saving package due to exception Duplicate Order Id : ${wanted.order}`)
  const waybill = String(57_930_810_000_066 + shipments.length)
  shipments.push({ ...wanted, waybill, isCancelled: false })
  const made = { status: 'Success', waybill, refnum: wanted.order, sort_code: 'NAG/CEN', serviceable: true }
  const packages = [{ ...made, client: 'GOLCONDA', payment: 'Pre-paid', cod_amount: 0, remarks: [''] }]
  return { status: 200, body: { success: true, package_count: 1, upload_wbn: 'UPL1478', packages } }
}

function failed(refnum: string, remark: string): Answer {
  const packages = [{ status: 'Fail', waybill: '', refnum, serviceable: true, remarks: [remark] }]
  const rmk = 'An internal Error has occurred, Please get in touch with client.support@delhivery.com'
  return { status: 200, body: { success: false, package_count: 1, packages, rmk } }
}

function track({ shipments }: Books, reference: string | null): Answer {
  const found = shipments.filter(({ order }) => order === reference)
  if (found.length === 0) return { status: 200, body: { Error: 'No such waybill or Order Id found' } }
  const ShipmentData = found.map(({ waybill, order, isCancelled }) => ({
    Shipment: {
      ...{ AWB: waybill, ReferenceNo: order, OrderType: 'Pre-paid', Origin: 'Hyderabad', PickUpDate: null },
      Status: {
        ...{ Status: isCancelled ? 'Not Picked' : 'Manifested', StatusType: 'UD' },
        ...{ StatusCode: isCancelled ? 'DTUP-210' : 'X-UCI', StatusLocation: 'Hyderabad_Uppal_C (Telangana)' },
        ...{ Instructions: isCancelled ? 'Seller cancelled the order' : 'Manifest uploaded' },
      },
    },
  }))
  return { status: 200, body: { ShipmentData } }
}

function packingSlip({ shipments }: Books, waybill: string | null, url: string): Answer {
  if (!shipments.some((one) => one.waybill === waybill))
    return { status: 200, body: { packages: [], packages_found: 0 } }
  const packages = [{ wbn: waybill, pdf_download_link: `${url}/labels/label.pdf`, pdf_encoding: '' }]
  return { status: 200, body: { packages, packages_found: 1 } }
}

function pickup(
  { pickups }: Books,
  wanted: { pickup_location: string; pickup_date: string; pickup_time: string },
): Answer {
  const when = `${wanted.pickup_date} ${wanted.pickup_time}`
  if (pickups.includes(when))
    return { status: 400, body: { pr_exist: true, data: { message: 'Pickup request already exists for this slot' } } }
  if (wanted.pickup_location !== 'Studio')
    return { status: 400, body: { success: false, message: 'ClientWarehouse matching query does not exist.' } }
  pickups.push(when)
  return { status: 201, body: { pickup_id: 1000 + pickups.length, incoming_center_name: 'Hyderabad', ...wanted } }
}

function edit({ shipments }: Books, { waybill, cancellation }: Record<string, string>): Answer {
  const found = shipments.find((one) => one.waybill === waybill)
  const xml = (inner: string) => `<?xml version="1.0" encoding="utf-8"?>\n<root>${inner}</root>`
  if (!found || cancellation !== 'true')
    return { status: 200, body: xml('<status>False</status><error>Incorrect waybill number</error>') }
  found.isCancelled = true
  const remark = 'Shipment has been cancelled.'
  return { status: 200, body: xml(`<status>True</status><waybill>${waybill}</waybill><remark>${remark}</remark>`) }
}

type Scan = { at: Date; status: string; type?: string; code?: string }

/** The body of a scan push. */
export function delhiveryScan(awb: string, { at, status, type = 'UD', code = 'X-ILL1F' }: Scan): string {
  return JSON.stringify({
    Shipment: {
      Status: {
        Status: status,
        StatusDateTime: `${indianTime(at)}.767`,
        StatusType: type,
        StatusLocation: 'Nagpur_Central_D (Maharashtra)',
        Instructions: 'Left with Asha Rao, 1 Central Avenue',
      },
      PickUpDate: `${indianTime(at)}.543`,
      NSLCode: code,
      Sortcode: 'NAG/CEN',
      ReferenceNo: '28',
      AWB: awb,
    },
  })
}
