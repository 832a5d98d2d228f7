import { describe, expect, it } from 'vitest'
import { COURIER_NAMES, COURIER_TITLES, type CourierName } from '#src/core/couriers.ts'
import { DELHIVERY_TOKEN, delhiveryScan, startFakeDelhivery } from '#tests/fakes/delhivery.ts'
import { SHIPROCKET_USER, shiprocketWebhook, startFakeShiprocket } from '#tests/fakes/shiprocket.ts'
import { type Courier, type CourierParcel, CourierRefusal, CourierUnavailable } from './courier.server.ts'
import { courierTime } from './courier-http.server.ts'
import { createDelhivery } from './delhivery/delhivery-courier.server.ts'
import { findLatestScan } from './shipment-states.ts'
import { createShiprocket } from './shiprocket/shiprocket-courier.server.ts'

const PARCEL: CourierParcel = {
  reference: 'ORD_1764150000000_a1b2c3',
  rateId: '43',
  pickupLocation: 'Studio',
  fromPincode: '500034',
  toPincode: '440001',
  grams: 640,
  sides: { length: 25, breadth: 20, height: 10 },
  valuePaise: 214_900,
  orderedAt: new Date('2026-11-26T08:00:00Z'),
  to: {
    name: 'Asha Rao',
    address: '1 Central Avenue; flat #4 & 5',
    city: 'Nagpur',
    state: 'Maharashtra',
    phone: '+919876543210',
    email: 'asha@customer.example',
  },
  items: [{ name: 'Sea Salt & Jaggery', sku: 'GC-7', quantity: 2, unitPaise: 99_950 }],
  hsn: '18069010',
  sellerGstin: '',
}

async function openShiprocket(timeoutMs = 400) {
  const fake = await startFakeShiprocket()
  return { fake, courier: createShiprocket({ ...SHIPROCKET_USER, url: fake.url, timeoutMs }), parcel: PARCEL }
}

async function openDelhivery(timeoutMs = 400) {
  const fake = await startFakeDelhivery()
  const courier = createDelhivery({ token: DELHIVERY_TOKEN, url: fake.url, timeoutMs })
  return { fake, courier, parcel: { ...PARCEL, rateId: 'Surface' } }
}

const EACH_COURIER = {
  shiprocket: { open: openShiprocket, creates: 'orders/create', finds: 'external/orders', awb: '321055706540' },
  delhivery: { open: openDelhivery, creates: 'cmu/create', finds: 'v1/packages', awb: '57930810000066' },
} satisfies Record<CourierName, object>

describe.each(COURIER_NAMES.map((name) => ({ name: COURIER_TITLES[name], ...EACH_COURIER[name] })))(
  'a parcel with $name',
  ({ name, open, creates, finds, awb }) => {
    it('has rates, is booked, collected, labelled and cancelled', async () => {
      const { courier, parcel } = await open()
      const rates = await courier.quote(parcel)
      const [cheapest, other] = rates.map(({ ratePaise }) => ratePaise ?? 0)
      expect(cheapest).toBeLessThan(other ?? 0)
      const booking = await courier.book(parcel)
      expect(booking.awb).toBe(awb)
      const pickup = { booking, day: '2026-11-27', pickupLocation: 'Studio' }
      await courier.requestPickup(pickup)
      await expect(courier.requestPickup(pickup)).resolves.toBeUndefined()
      expect((await courier.label(booking)).subarray(0, 4).toString()).toBe('%PDF')
      await courier.cancel({ ...booking, isCancelled: false })
      expect(await courier.find(parcel.reference)).toMatchObject({ awb, isCancelled: true })
    })

    it('has no rate where the courier does not deliver', async () => {
      const { fake, courier, parcel } = await open()
      fake.serves(false)
      expect(await courier.quote(parcel)).toEqual([])
    })

    it('has one AWB although the answer to the booking was lost', async () => {
      const { fake, courier, parcel } = await open()
      fake.meets({ at: creates, as: 'silence', done: true })
      await expect(courier.book(parcel)).rejects.toThrow('did not answer in time')
      expect(await courier.book(parcel, await courier.find(parcel.reference))).toMatchObject({ awb })
      expect(fake.countCalls(creates)).toBe(1)
    })

    it('has one AWB when it is booked a second time by mistake', async () => {
      const { fake, courier, parcel } = await open()
      const first = await courier.book(parcel)
      expect(await courier.book(parcel)).toMatchObject({ awb: first.awb })
      expect(fake.countCalls(creates)).toBe(2)
    })

    it("is refused with the courier's explanation, which never contains the keys", async () => {
      const { fake, courier, parcel } = await open()
      const wrong = courier.book({ ...parcel, pickupLocation: 'Elsewhere' })
      await expect(wrong).rejects.toThrow(CourierRefusal)
      await expect(wrong).rejects.toThrow(/refuses: (Wrong Pickup location|ClientWarehouse matching)/)
      const secret = `${SHIPROCKET_USER.password} ${DELHIVERY_TOKEN}`
      const said = { status: 422, body: { message: secret, packages: [{ status: 'Fail', remarks: secret }] } }
      fake.meets({ at: creates, as: said })
      await expect(courier.book(parcel)).rejects.toThrow('…')
    })

    it.each([
      ['hang-up', 'cannot be reached'],
      ['silence', 'did not answer in time'],
      [500, 'has a fault (500)'],
      [429, 'takes no more requests'],
      [{ status: 200, body: '<html>Maintenance</html>' }, 'cannot be read'],
    ] as const)('is not booked when the courier answers with %s', async (as, words) => {
      const { fake, courier, parcel } = await open()
      await courier.quote(parcel)
      fake.meets({ at: creates, as })
      const booking = courier.book(parcel)
      await expect(booking).rejects.toThrow(words)
      await expect(booking).rejects.toThrow(CourierUnavailable)
    })

    it('counts as unbooked only if the courier answers the look-up with "not found"', async () => {
      const { fake, courier, parcel } = await open()
      expect(await courier.find(parcel.reference)).toBeUndefined()
      await courier.book(parcel)
      for (const answer of [
        { status: 200, body: { Error: 'Something went wrong' } },
        { status: 200, body: { ShipmentData: [] } },
        { status: 200, body: { data: [] } },
        { status: 200, body: { data: [{ id: 1, channel_order_id: parcel.reference, status: 'NEW', shipments: [] }] } },
        { status: 404, body: { message: 'Not found' } },
      ]) {
        fake.meets({ at: finds, as: answer })
        await expect(courier.find(parcel.reference)).rejects.toThrow(CourierUnavailable)
      }
      expect(await courier.find(parcel.reference)).toMatchObject({ awb })
    })

    it('has a label only if the courier sends a complete one of a reasonable size', async () => {
      const { fake, courier, parcel } = await open(5000)
      const booking = await courier.book(parcel)
      fake.meets({ at: 'label.pdf', as: 'break-off' })
      await expect(courier.label(booking)).rejects.toThrow(new CourierUnavailable(`${name} broke off its answer.`))
      fake.meets({ at: 'label.pdf', as: 'endless' })
      await expect(courier.label(booking)).rejects.toThrow(new CourierUnavailable(`The answer of ${name} is too long.`))
      fake.meets({ at: finds, as: 'endless' })
      await expect(courier.find(parcel.reference)).rejects.toThrow(`The answer of ${name} is too long.`)
    })

    it('causes no call for a minute after the courier failed five times', async () => {
      const { fake, courier, parcel } = await open()
      fake.setDown(true)
      const words: string[] = []
      for (let tries = 0; tries < 6; tries++) words.push(await failure(courier, parcel))
      expect(words.slice(0, 5).every((one) => one.includes('cannot be reached'))).toBe(true)
      expect(words[5]).toContain('has not answered several times')
    })
  },
)

const failure = (courier: Courier, parcel: CourierParcel) =>
  courier.quote(parcel).then(
    () => 'answered',
    (error: Error) => error.message,
  )

describe('Shiprocket', () => {
  it('gets one sign-in, and another one when the token has expired', async () => {
    const { fake, courier, parcel } = await openShiprocket()
    await Promise.all([courier.quote(parcel), courier.quote(parcel)])
    expect(fake.countCalls('auth/login')).toBe(1)
    fake.endTokens()
    expect(await courier.quote(parcel)).toHaveLength(2)
    expect(fake.countCalls('auth/login')).toBe(2)
  })

  it('explains that its wallet is empty, and completes the same order later', async () => {
    const { fake, courier, parcel } = await openShiprocket()
    fake.hasMoney(false)
    await expect(courier.book(parcel)).rejects.toThrow('recharge your ShipRocket wallet')
    fake.hasMoney(true)
    expect((await courier.book(parcel, await courier.find(parcel.reference))).awb).toBe('321055706540')
    expect(fake.orders).toHaveLength(1)
  })

  it('keeps the booking when it refuses the cancellation with the status 200', async () => {
    const { fake, courier, parcel } = await openShiprocket()
    const booking = { ...(await courier.book(parcel)), isCancelled: false }
    for (const body of [
      { status_code: 400, message: 'Cannot cancel a shipped order' },
      { message: 'Cannot cancel it' },
    ]) {
      fake.meets({ at: 'orders/cancel', as: { status: 200, body } })
      await expect(courier.cancel(booking)).rejects.toThrow(new CourierRefusal(`Shiprocket refuses: ${body.message}`))
    }
    fake.meets({ at: 'orders/cancel', as: { status: 200, body: { status_code: 200, message: 'Cancelled.' } } })
    await expect(courier.cancel(booking)).resolves.toBeUndefined()
  })

  it.each([8, 45])('means by %i that a parcel is cancelled, and by 16 nothing yet', async (code) => {
    const { courier } = await openShiprocket()
    const at = new Date('2026-11-26T06:00:00Z')
    const statesOf = (codes: number[]) =>
      courier
        .readWebhook(
          JSON.parse(
            shiprocketWebhook(
              '321055706540',
              codes.map((one) => ({ at, code: one })),
            ),
          ),
        )
        ?.scans.map(({ state }) => state)
    expect([statesOf([16]), statesOf([code])]).toEqual([[], ['cancelled']])
  })

  it('reports scans with its shipment codes and Indian times', async () => {
    const { courier } = await openShiprocket()
    const [picked, out] = [new Date('2026-11-26T06:00:00Z'), new Date('2026-11-27T03:30:00Z')]
    const body = JSON.parse(
      shiprocketWebhook('321055706540', [
        { at: picked, code: 42, label: 'PICKED UP' },
        { at: out, code: 17, label: 'OUT FOR DELIVERY' },
      ]),
    )
    expect(courier.readWebhook(body)).toEqual({
      awb: '321055706540',
      scans: [
        { key: '2026-11-26 11:30:00|X-42|42', state: 'picked-up', at: picked },
        { key: '2026-11-27 09:00:00|X-17|17', state: 'out-for-delivery', at: out },
      ],
    })
    expect(courier.readWebhook({ ...body, scans: null })?.scans).toMatchObject([{ state: 'out-for-delivery', at: out }])
    expect(courier.readWebhook({ Shipment: {} })).toBeUndefined()
  })
})

describe('Delhivery', () => {
  it('books without a rate when it has no more estimates to give', async () => {
    const { fake, courier, parcel } = await openDelhivery()
    fake.hasRates(false)
    expect(await courier.quote(parcel)).toMatchObject([
      { id: 'Surface', ratePaise: null },
      { id: 'Express', ratePaise: null },
    ])
  })

  it.each([
    { status: 'Manifested', type: 'UD', code: 'X-UCI', state: 'booked' },
    { status: 'Not Picked', type: 'UD', code: 'X-PNP', state: 'booked' },
    { status: 'Not Picked', type: 'UD', code: 'DTUP-210', state: 'cancelled' },
    { status: 'In Transit', type: 'UD', code: 'X-PPOM', state: 'picked-up' },
    { status: 'In Transit', type: 'UD', code: 'X-ILL1F', state: 'in-transit' },
    { status: 'Pending', type: 'UD', code: 'X-DDD3FD', state: 'in-transit' },
    { status: 'Dispatched', type: 'UD', code: 'X-DDD3FD', state: 'out-for-delivery' },
    { status: 'Pending', type: 'UD', code: 'EOD-11', state: 'undelivered' },
    { status: 'Delivered', type: 'DL', code: 'EOD-38', state: 'delivered' },
    { status: 'In Transit', type: 'RT', code: 'X-DLL2F', state: 'returning' },
    { status: 'RTO', type: 'DL', code: 'RD-AC', state: 'returned' },
    { status: 'LOST', type: 'LT', code: 'LT-100', state: 'lost' },
    { status: 'Collected', type: 'PU', code: 'X-1', state: undefined },
    { status: 'Something new', type: 'UD', code: 'X-2', state: undefined },
  ])('means $state by $status, $type and $code', async ({ state, ...scan }) => {
    const { courier } = await openDelhivery()
    const at = new Date('2026-11-26T06:00:00Z')
    const report = courier.readWebhook(JSON.parse(delhiveryScan('57930810000066', { at, ...scan })))
    expect(report).toMatchObject({ awb: '57930810000066', scans: state ? [{ state }] : [] })
  })
})

it("a courier's time is Indian unless it has an offset; nonsense is refused", () => {
  expect(courierTime('2026-11-26 11:30:00')?.toISOString()).toBe('2026-11-26T06:00:00.000Z')
  expect(courierTime('26 11 2026 11:30:00')?.toISOString()).toBe('2026-11-26T06:00:00.000Z')
  expect(courierTime('2026-11-26T11:30:00.5+05:30')?.toISOString()).toBe('2026-11-26T06:00:00.500Z')
  expect(courierTime('yesterday')).toBeUndefined()
})

it('the latest scan tells where a parcel is; of two at the same time the one further on the way', () => {
  const at = new Date('2026-11-26T06:00:00Z')
  const later = new Date('2026-11-26T07:00:00Z')
  expect(
    findLatestScan([
      { state: 'delivered', at: later },
      { state: 'in-transit', at },
    ] as const)?.state,
  ).toBe('delivered')
  expect(
    findLatestScan([
      { state: 'in-transit', at },
      { state: 'picked-up', at },
    ] as const)?.state,
  ).toBe('in-transit')
  expect(findLatestScan([])).toBeUndefined()
})
