import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { getAdminOrder } from '#src/features/orders/admin/admin-order.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { listDispatchedOrders } from '#src/features/orders/dispatch/dispatch-calendar.server.ts'
import { moveShipDay } from '#src/features/orders/dispatch/move-ship-day.server.ts'
import { setPacked } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { printOrders } from '#src/features/orders/fulfilment/print-orders.server.ts'
import { listOrders } from '#src/features/orders/lookup/list-orders.server.ts'
import { remindHeldOrders } from '#src/features/orders/messages/remind-held-orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { placeReplacement } from '#src/features/orders/place/replace-order.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { startAutomaticRefunds } from '#src/features/payments/refunds/automatic-refunds.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { findInvoice, listCreditNotes } from '#tests/factories/invoices.ts'
import { createOrder, NAGPUR } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** A Tuesday, during studio hours; Nagpur has up to 43 °C. */
const MAY = new Date('2027-05-04T11:00:00+05:30')
const COOLER = '2027-07-01'
const DAY_MINUTES = 24 * 60

async function openShop(db: Db) {
  await registerForGst(db, 'regular')
  const context = createTestPayments(db, MAY)
  const product = await insertProduct(db, { pricePaise: 780_00, stock: 40, meltClass: 'truffle' })
  const customer = await createCustomer(db)
  const checkout = (more: Partial<InitiatePayment> = {}) => ({ shippingAddress: NAGPUR, ...more })
  const refusal = (more: Partial<InitiatePayment> = {}) =>
    initiatePayment(context, customer.id, createCheckout(product, checkout(more))).then(
      () => undefined,
      (error) =>
        error instanceof DomainError ? { message: error.message, code: error.code, ...error.details } : error,
    )
  const order = (more: Partial<InitiatePayment>) =>
    createOrder(context, { customer, product, paid: context.now(), checkout: checkout(more) })
  const packed = () => order({ heat: 'cool-pack', amount: 1020 })
  const waiting = () => order({ heat: 'wait' })
  const cancel = (orderId: string) => cancelCustomerOrder(db, { userId: customer.id, orderId }, ORDER_EVENTS)
  const stored = async (id: string) => onlyRow(await db.select().from(orders).where(eq(orders.id, id)))
  const move = (orderId: string, shipOn: string) =>
    moveShipDay(db, { orderId, shipOn, reason: 'No courier comes.', by: TEST_ADMIN, now: context.now() }).then(
      () => 'moved',
      (error) => (error instanceof DomainError ? error.message : error),
    )
  const reserved = async () => onlyRow(await db.select().from(products).where(eq(products.id, product.id))).reserved
  return { context, customer, product, order, refusal, packed, waiting, cancel, stored, move, reserved }
}

type Shop = Awaited<ReturnType<typeof openShop>>
const inShop = (body: (shop: Shop, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await body(await openShop(db), db)
    await expectInvariants(db)
  })

async function refundAll({ context }: Shop): Promise<void> {
  await startAutomaticRefunds(context)
  await executeRefunds(context)
  context.advanceMinutes(60)
  await executeRefunds(context)
}

async function expectRefunded(db: Db, order: { id: string; totalPaise: number }): Promise<void> {
  expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: order.totalPaise, state: 'processed' }])
  expect(await db.select().from(payments)).toMatchObject([{ status: 'refunded', refundedPaise: order.totalPaise }])
  const notes = await listCreditNotes(db, await findInvoice(db, order))
  expect(notes.map(({ totalPaise }) => totalPaise)).toEqual([order.totalPaise])
}

describe('truffles to Nagpur in May', () => {
  it('without a choice are refused with both ways, and nothing is reserved', () =>
    inShop(async ({ refusal, reserved }, db) => {
      expect(await refusal()).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(
          /^It is up to 43 °C in Nagpur, too hot .* with a cool pack for ₹90, .*, or when it is cooler, /,
        ),
        heat: { place: 'Nagpur', celsius: 43, coolPack: { shipOn: '2027-05-04' }, wait: { shipOn: COOLER } },
      })
      expect([await reserved(), await db.$count(orders), await db.$count(payments)]).toEqual([0, 0, 0])
    }))

  it('that keep for a month cannot wait so long, and are told why', () =>
    inShop(async ({ product, refusal, reserved, packed }, db) => {
      await insertFacts(db, product.id, { shelfLifeDays: 30 })
      const found = await refusal({ heat: 'wait' })
      expect(found).toMatchObject({ code: 'conflict', heat: { coolPack: { shipOn: '2027-05-04' }, wait: null } })
      expect(found.message).toMatch(
        /with a cool pack for ₹90, .* It does not keep long enough to wait for cooler weather\.$/,
      )
      expect(await reserved()).toBe(0)
      expect((await packed()).heat).toBe('cool-pack')
    }))

  it('that arrive on a later day without heat need and pay no cool pack', () =>
    inShop(async ({ context, order, refusal }) => {
      context.advanceMinutes((Date.parse('2027-06-22') - Date.parse('2027-05-04')) / 60_000)
      const chosen = { heat: 'cool-pack', deliverOn: '2027-07-05' } as const
      expect(await refusal({ ...chosen, amount: 1020 })).toMatchObject({ total: 930 })
      expect(await order({ ...chosen, amount: 930 })).toMatchObject({
        heat: null,
        coolPackPaise: 0,
        shipOn: '2027-07-01',
      })
      expect(await order({ ...chosen, heat: 'wait' })).toMatchObject({ heat: 'wait', deliverTo: '2027-07-05' })
    }))

  it('with a cool pack at the price without one are refused, and nothing is reserved', () =>
    inShop(async ({ refusal, reserved }) => {
      expect(await refusal({ heat: 'cool-pack', amount: 930 })).toMatchObject({ code: 'total-changed' })
      expect(await reserved()).toBe(0)
    }))

  it('with a cool pack are placed; invoice, ledger and refund add up with it', () =>
    inShop(async (shop, db) => {
      const order = await shop.packed()
      expect(order).toMatchObject({
        totalPaise: 1020_00,
        coolPackPaise: 90_00,
        heat: 'cool-pack',
        shipOn: '2027-05-04',
      })
      const invoice = await findInvoice(db, order)
      const pack = invoice.lines.find(({ description }) => description === 'Cool pack')
      expect(pack).toMatchObject({ net: 90_00, taxable: 85_71, igst: 4_29, rateBasisPoints: 500 })
      expect(invoice).toMatchObject({ totalPaise: 1020_00, supply: 'inter' })
      await shop.cancel(order.id)
      await refundAll(shop)
      await expectRefunded(db, order)
    }))

  it('that wait leave on the first cool day, and can be cancelled in full until then', () =>
    inShop(async (shop, db) => {
      const order = await shop.waiting()
      expect(order).toMatchObject({ totalPaise: 930_00, coolPackPaise: 0, heat: 'wait', shipOn: COOLER })
      const [mail] = await db
        .select()
        .from(outboxMessages)
        .where(like(outboxMessages.idempotencyKey, 'order-paid:%:email'))
      expect(mail?.text).toContain('We send it on Thu, 1 Jul, when it is cooler.')
      await shop.cancel(order.id)
      await refundAll(shop)
      await expectRefunded(db, order)
    }))
})

describe('an admin', () => {
  it('sees what the heat asks for, and finds the orders that are held', () =>
    inShop(async ({ packed, waiting }, db) => {
      const [one, other] = [await packed(), await waiting()]
      const lookups = {
        paymentOf: async () => null,
        refundsOf: async () => new Map(),
        documentsOf: async () => new Map(),
      }
      const shown = async (id: string) => (await getAdminOrder(db, id, lookups)).heatOnTheWay
      expect(await shown(one.id)).toEqual({ place: 'Nagpur', celsius: 43, month: 'May', gelPacks: 2 })
      expect(await shown(other.id)).toEqual({ place: 'Nagpur', celsius: 43, month: 'May', gelPacks: 0 })
      const held = async () => (await listOrders(db, 'all', { status: 'heat' })).orders.map(({ id }) => id)
      expect(await held()).toEqual([other.id])
      await setPacked(db, { orderId: other.id, by: TEST_ADMIN, packed: true })
      expect(await held()).toEqual([])
    }))

  it('sees in the dispatch calendar which parcels have a cool pack, and which are held', () =>
    inShop(async ({ context, packed, waiting }, db) => {
      const days = [(await packed()).shipOn, (await waiting()).shipOn]
      const listed = days.map((day) => listDispatchedOrders(db, { day: day ?? '', now: context.now() }))
      expect((await Promise.all(listed)).flat()).toMatchObject([
        { deliveryMethod: 'courier', heat: 'cool-pack' },
        { deliveryMethod: 'courier', heat: 'wait' },
      ])
    }))

  it('reads on the slip how many gel packs go into the box, or that it is held', () =>
    inShop(async ({ packed, waiting }, db) => {
      const ids = [(await packed()).id, (await waiting()).id]
      const page = await (await printOrders(db, { kind: 'slips', ids, customLabelsOf: async () => new Map() })).text()
      expect(page).toContain('2 gel packs - Nagpur, up to 43 °C in May')
      expect(page).toContain('Leaves on Tue, 4 May · ordered ')
      expect(page).toContain('Held for heat until Thu, 1 Jul. No cool pack. Nagpur, up to 43 °C in May')
    }))

  it('can move a parcel only to a day that the heat allows', () =>
    inShop(async ({ move, packed, waiting, stored }) => {
      const [one, other] = [await packed(), await waiting()]
      expect(await move(one.id, '2027-05-07')).toBe(
        'It is up to 43 °C in Nagpur then, and a cool pack does not last that long, or over a Sunday on the road. The next possible day is Mon, 10 May.',
      )
      expect(await move(other.id, '2027-05-10')).toBe(
        'It is up to 43 °C in Nagpur then, and it has no cool pack. The next possible day is Thu, 1 Jul.',
      )
      expect([await stored(one.id), await stored(other.id)]).toEqual([one, other])
      expect(await move(one.id, '2027-05-10')).toBe('moved')
      expect(await move(other.id, '2027-07-02')).toBe('moved')
    }))

  it('can move a parcel that waits only as long as its chocolate keeps', () =>
    inShop(async ({ context, product, move, waiting, stored }, db) => {
      await insertFacts(db, product.id, { shelfLifeDays: 110 })
      const order = await waiting()
      context.advanceMinutes(20 * DAY_MINUTES)
      expect(await move(order.id, '2027-07-19')).toBe(
        'It does not keep so long: it must arrive by Tue, 20 Jul. Please choose an earlier day.',
      )
      expect(await stored(order.id)).toEqual(order)
      expect(await move(order.id, '2027-07-16')).toBe('moved')
      expect(await stored(order.id)).toMatchObject({ shipOn: '2027-07-16', deliverTo: '2027-07-20' })
    }))
})

describe('a customer whose order waits', () => {
  const countQuestions = async (db: Db) =>
    (await db.select().from(outboxMessages).where(like(outboxMessages.idempotencyKey, 'order-held:%'))).length

  it('is asked once a week, however often the job runs, and not before the first week is over', () =>
    inShop(async ({ context, waiting }, db) => {
      await waiting()
      const counts: number[] = []
      for (const days of [6, 1, 0, 6, 1, 7]) {
        context.advanceMinutes(days * DAY_MINUTES)
        await Promise.all([remindHeldOrders(db, context.now()), remindHeldOrders(db, context.now())])
        counts.push(await countQuestions(db))
      }
      expect(counts).toEqual([0, 1, 1, 1, 2, 3])
    }))

  it('is not asked in the last two days, nor when it is cancelled or packed', () =>
    inShop(async ({ context, waiting, packed, cancel, stored }, db) => {
      const [first, cancelled, done] = [await waiting(), await waiting(), await waiting()]
      await packed()
      await cancel(cancelled.id)
      await setPacked(db, { orderId: done.id, by: TEST_ADMIN, packed: true })
      context.advanceMinutes((Date.parse('2027-06-29') - Date.parse('2027-05-04')) / 60_000)
      await remindHeldOrders(db, context.now())
      expect(await countQuestions(db)).toBe(0)
      context.advanceMinutes(-DAY_MINUTES)
      await remindHeldOrders(db, context.now())
      expect(await countQuestions(db)).toBe(1)
      expect((await stored(first.id)).heatRemindedAt).toEqual(context.now())
    }))

  it('is not asked about a replacement, which only an admin can cancel', () =>
    inShop(async ({ context, waiting, stored }, db) => {
      const order = await stored((await waiting()).id)
      const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
      const again = await placeReplacement(db, { order, lines, adminId: TEST_ADMIN.id, now: context.now() })
      const { shipOn, deliverFrom, deliverTo } = order
      await db.update(orders).set({ heat: 'wait', shipOn, deliverFrom, deliverTo }).where(eq(orders.id, again.id))
      context.advanceMinutes(7 * DAY_MINUTES)
      await remindHeldOrders(db, context.now())
      expect(await countQuestions(db)).toBe(1)
    }))

  it('sees the question in the history that the admin reads', () =>
    inShop(async ({ context, waiting }, db) => {
      const { id } = await waiting()
      context.advanceMinutes(7 * DAY_MINUTES)
      await remindHeldOrders(db, context.now())
      const { timeline } = await getAdminOrder(db, id, {
        paymentOf: async () => null,
        refundsOf: async () => new Map(),
        documentsOf: async () => new Map(),
      })
      expect(timeline.filter(({ detail }) => detail?.includes('still waits for cooler weather'))).toHaveLength(1)
    }))
})
