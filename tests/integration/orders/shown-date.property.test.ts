import { eq, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HEAT_CHOICES, type HeatChoice } from '#src/core/delivery/delivery-rules.ts'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deliveryApi } from '#src/features/orders/delivery/delivery.api.server.ts'
import type { Delivery } from '#src/features/orders/delivery/delivery.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A case takes 0.3 s. CASES=1000 looks deeper. */
const CASES = Number(process.env.CASES ?? 20)

const START = Date.parse('2026-11-24T00:00:00+05:30')
const YEAR_MINUTES = 365 * 24 * 60
/** Hyderabad, Warangal, Nagpur, Delhi, Guwahati. */
const PINCODES = ['500034', '506002', '440001', '110001', '781001'] as const

const ADDRESS = { firstName: 'Asha', lastName: 'Rao', address: '1 Road', city: 'Warangal', state: 'Telangana' as const }

type Changed = { [S in Section]?: Partial<Settings[S]> }

const aDispatch = fc.record<Partial<Settings['dispatch']>>(
  {
    parcelsPerDay: fc.integer({ min: 0, max: 2 }),
    busyDays: fc.integer({ min: 0, max: 2 }),
    closures: fc.constantFrom([], [{ from: '2026-11-26', to: '2026-11-30', note: '' }]),
  },
  { requiredKeys: ['parcelsPerDay'] },
)
const someSettings = fc.record<Changed>(
  {
    dispatch: aDispatch,
    delivery: fc.record({
      cutOff: fc.constantFrom('09:00', '14:00', '18:00'),
      elsewhere: fc.record({ from: fc.constant(1), to: fc.integer({ min: 1, max: 4 }) }),
      zones: fc.constant([]),
      blocked: fc.constantFrom([], [], [{ prefix: '5', text: 'By arrangement.', refusesOrders: false }]),
    }),
    heat: fc.record({ isOn: fc.boolean(), safeTransit: fc.integer({ min: 0, max: 2 }) }),
    sameDay: fc.record({ isOffered: fc.constant(true), cutOff: fc.constantFrom('10:00', '12:00') }),
    pickup: fc.record({
      ...{ isOffered: fc.constant(true), address: fc.constant('12 Main Road') },
      readyFrom: fc.constantFrom('10:00', '16:00', '20:00'),
    }),
  },
  { requiredKeys: ['dispatch'] },
)
/** A change in the shop between the answer and the order. */
const aChange = fc.oneof(
  fc.record({ kind: fc.constant('settings' as const), changed: someSettings }),
  fc.record({ kind: fc.constant('orders' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('minutes' as const), count: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ kind: fc.constant('settings' as const), changed: someSettings }),
  fc.record({ kind: fc.constant('places return' as const) }),
)
const someChanges = fc.array(aChange, { maxLength: 3 })
const aCustomer = fc.record({
  ...{ pincode: fc.constantFrom(...PINCODES), method: fc.constantFrom('courier' as const, 'pickup' as const) },
  nthDay: fc.option(fc.nat(20), { nil: undefined }),
  heat: fc.constantFrom(...HEAT_CHOICES),
})
const aCustomerToday = aCustomer.map((wish) => ({ ...wish, pincode: PINCODES[0], method: 'same-day' as const }))
const aCase = fc.record({
  minute: fc.oneof(fc.nat(YEAR_MINUTES), fc.nat(7 * 24 * 60)),
  meltClass: fc.constantFrom(...MELT_CLASSES),
  settings: someSettings,
  before: someChanges,
  customer: fc.oneof({ weight: 4, arbitrary: aCustomer }, { weight: 1, arbitrary: aCustomerToday }),
  whileTyping: someChanges,
  afterwards: someChanges,
  whilePayingAgain: someChanges,
})
type Case = typeof aCase extends fc.Arbitrary<infer Found> ? Found : never
type Customer = Case['customer']

async function openShop(db: Db, { minute, meltClass, settings }: Case) {
  const context = createTestPayments(db, new Date(START + minute * 60_000))
  const product = await insertProduct(db, { pricePaise: 240_00, stock: 90, meltClass })
  const shop = { context, product, customer: await createCustomer(db), own: '' }
  await change(shop, { kind: 'settings', changed: settings })
  return shop
}
type Shop = Awaited<ReturnType<typeof openShop>>

async function change(shop: Shop, found: Case['before'][number]): Promise<void> {
  const { db, now, advanceMinutes } = shop.context
  if (found.kind === 'minutes') return advanceMinutes(found.count)
  if (found.kind === 'places return')
    return void (await db.update(orders).set({ shipDayHeldUntil: now() }).where(ne(orders.reference, shop.own)))
  if (found.kind === 'settings') return changeSettings(db, found.changed)
  const other = await createCustomer(db)
  for (let nth = 0; nth < found.count; nth += 1)
    await initiatePayment(shop.context, other.id, createCheckout(shop.product)).catch(refusalOf)
}

async function changeSettings(db: Db, changed: Changed): Promise<void> {
  for (const section of Object.keys(changed) as (keyof Changed)[]) {
    const { version, value } = await readVersionedSection(db, section)
    await changeSection(db, section, { version, value: Object.assign({}, value, changed[section]), by: TEST_ADMIN })
  }
}

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}

/** What the shop answers, and what the checkout then sends for the customer's wish. */
async function readOffer({ context: { db, now }, product, own }: Shop, { pincode, method, heat, nthDay }: Customer) {
  const question = { pincode, products: String(product.id), heat, ...(own && { order: own }) }
  const response = await deliveryApi({ db, now }).request(`/delivery?${new URLSearchParams(question)}`)
  const answer: Delivery = await response.json()
  const offer = answer.offers.find((found) => found.method === method)
  if (!offer || (method === 'same-day' && !offer.promise)) return undefined
  const free = offer.days.flatMap((found) => (found.state === 'free' ? [{ ...found, to: found.day }] : []))
  const day = nthDay === undefined || free.length < 2 ? undefined : free[nthDay % free.length]
  const window = day ?? offer.promise
  const heatOrdered = method === 'courier' ? chooseHeat(heat, answer.heat) : {}
  return {
    shown: { shipOn: window?.shipOn ?? answer.shipOn, deliverTo: window?.to },
    wanted: {
      amount: 240 + offer.fee + (heatOrdered.heat === 'cool-pack' ? (answer.heat?.fee ?? 0) : 0),
      deliveryMethod: method,
      ...heatOrdered,
      ...(day && { deliverOn: day.to }),
    },
  }
}

function chooseHeat(wished: HeatChoice, advice: Delivery['heat']): { heat?: HeatChoice } {
  if (!advice) return {}
  return { heat: advice.wait && (wished === 'wait' || !advice.coolPack) ? 'wait' : 'cool-pack' }
}

/** Orders what is shown, after changes: a refusal reserves nothing, and an order is not later. */
async function order(shop: Shop, wish: Customer, changes: Case['before']) {
  const offer = await readOffer(shop, wish)
  if (!offer) return
  for (const found of changes) await change(shop, found)
  const { context, customer, product, own } = shop
  const checkout = createCheckout(product, {
    // In the state of the studio, so that no tax rule refuses it.
    shippingAddress: { ...ADDRESS, pincode: wish.pincode },
    ...{ ...offer.wanted, ...offer.shown, ...(own && { orderId: own }) },
  })
  const started = await initiatePayment(context, customer.id, checkout).catch(refusalOf)
  if (started instanceof DomainError) {
    expect([started.code, Object.keys(started.details ?? {}).join()]).toEqual([
      'conflict',
      expect.stringMatching(/^(code|promise|promise,heat|code,total|)$/),
    ])
    return
  }
  const row = onlyRow(await context.db.select().from(orders).where(eq(orders.reference, started.orderId)))
  expect((row.shipOn ?? '9') <= offer.shown.shipOn, `leaves ${row.shipOn}, shown ${offer.shown.shipOn}`).toBe(true)
  const { deliverTo: shownTo } = offer.shown
  if (shownTo) expect((row.deliverTo ?? '9') <= shownTo, `arrives ${row.deliverTo}, shown ${shownTo}`).toBe(true)
  shop.own = started.orderId
}

it(
  'an order is never later than what was shown, whatever happens between, or is refused',
  () =>
    fc.assert(
      fc.asyncProperty(aCase, (found) =>
        inTestTransaction(async (db) => {
          const shop = await openShop(db, found)
          for (const happened of found.before) await change(shop, happened)
          await order(shop, found.customer, found.whileTyping)
          for (const happened of found.afterwards) await change(shop, happened)
          // The same order again, if there is one: the customer closed the payment dialog.
          await order(shop, found.customer, found.whilePayingAgain)
        }),
      ),
      { numRuns: CASES },
    ),
  CASES * 8000,
)
