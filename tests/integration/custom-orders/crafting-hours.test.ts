import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { getCustomOrderDetails } from '#src/features/custom-orders/admin/list-custom-orders.server.ts'
import type { NewQuote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { answerReadyDay } from '#src/features/custom-orders/needed-by/ready-day.api.server.ts'
import { acceptQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { listCustomerRequests } from '#src/features/custom-orders/quotes/customer-requests.server.ts'
import type { AcceptQuote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { sendQuote } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import {
  getDispatchMonth,
  listDispatchedOrders,
  listPlannedCrafting,
} from '#src/features/orders/dispatch/dispatch-calendar.server.ts'
import { moveShipDay } from '#src/features/orders/dispatch/move-ship-day.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import {
  createAcceptance,
  findCustomOrder,
  insertCustomOrder,
  readQuoteToken,
  TEST_ADMIN,
} from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { TOTAL } from '#tests/factories/quotes.ts'

/** A Tuesday, during studio hours. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')
const [TODAY, TOMORROW] = ['2026-11-24', '2026-11-25']

/** A studio with two hours of work a day, so that twelve pieces fill one. */
async function openShop(db: Db) {
  const context = createTestPayments(db, TUESDAY)
  const value = { ...DEFAULT_SETTINGS.dispatch, craftingHoursPerDay: 2, craftingMinutesPerPiece: 10 }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const priced = { quotedPrice: 1850, adminNotes: '', by: TEST_ADMIN, publicUrl: 'https://shop.example' }
  const quote = async ({ neededBy = '', ...change }: Partial<NewQuote> & { neededBy?: string } = {}) => {
    const customer = await createCustomer(db)
    const wish = { quantity: 12, neededBy, userId: customer.id, receivedAt: context.now() }
    const { id, reference } = await insertCustomOrder(db, wish)
    await sendQuote(db, { ...priced, id, now: context.now(), readyOn: TODAY, ...change })
    return { id, reference, token: await readQuoteToken(db, reference), customer }
  }
  const accept = async (quoted: Awaited<ReturnType<typeof quote>>, change: Partial<AcceptQuote> = {}) => {
    const link = { token: quoted.token, userId: quoted.customer.id }
    const started = await acceptQuote(context, link, createAcceptance(TOTAL, change))
    return { ...started, row: onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId))) }
  }
  const readyOn = async () =>
    (await answerReadyDay(db, { craftingMinutes: 120, readyOn: TODAY }, context.now())).readyOn
  return { context, quote, accept, readyOn }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => (error instanceof DomainError ? { code: error.code, message: error.message, ...error.details } : error),
  )

describe('a wish for a day', () => {
  it('is possible from the day on which twelve pieces can be ready', () =>
    inTestTransaction(async (db) => {
      const { context } = await openShop(db)
      const found = await answerReadyDay(db, { quantity: 12 }, context.now())
      expect(found).toEqual({ readyOn: '2026-11-27', from: '2026-12-01', to: '2026-12-03' })
    }))

  it('comes later for more pieces than the hours of three days allow', () =>
    inTestTransaction(async (db) => {
      const { context } = await openShop(db)
      const days: string[] = []
      for (const quantity of [48, 49, 120]) days.push((await answerReadyDay(db, { quantity }, context.now())).readyOn)
      expect(days).toEqual(['2026-11-27', '2026-11-28', '2026-12-04'])
    }))

  it.each([
    [TODAY, 'Please choose a day from tomorrow on.'],
    ['2026-01-31', 'Please choose a day from tomorrow on.'],
    ['2027-11-25', 'Please choose a day within the next year.'],
  ])('is refused for %s beside its field, and nothing is stored', (neededBy, message) =>
    inTestTransaction(async (db) => {
      expect(await refusal(insertCustomOrder(db, { neededBy, receivedAt: TUESDAY }))).toEqual({
        code: 'invalid',
        message,
        issues: [{ path: 'neededBy', message }],
      })
      expect(await db.$count(customOrders)).toBe(0)
    }),
  )

  it('is in the mails to the customer and the admin, and in the details', () =>
    inTestTransaction(async (db) => {
      const { context } = await openShop(db)
      const { id } = await insertCustomOrder(db, { neededBy: '2026-12-03', receivedAt: context.now() })
      const mails = (await listMailboxMessages(db)).filter(({ channel }) => channel === 'email')
      expect(mails.map(({ text }) => text.includes('Needed by: Thu, 3 Dec'))).toEqual([true, true])
      expect(await getCustomOrderDetails(db, id, context.now())).toMatchObject({
        neededBy: '2026-12-03',
        craftingMinutes: 20,
        readyOn: '2026-11-27',
      })
    }))
})

describe('the hours of work of a quotation', () => {
  it('are stored and audited, and the messages say plainly that the day cannot be kept', () =>
    inTestTransaction(async (db) => {
      const { quote } = await openShop(db)
      const { id, reference } = await quote({ neededBy: TOMORROW, craftingMinutes: 300 })
      expect(await findCustomOrder(db, reference)).toMatchObject({ readyOn: TODAY, craftingMinutes: 300 })
      const said = await listMailboxMessages(db)
      const mail = said.find(({ subject }) => subject.includes('your quotation'))?.text
      expect(mail).toContain('We finish it on Thu, 26 Nov, or on the day on which you pay if that is later.')
      expect(mail).toContain('You need it by Wed, 25 Nov. The earliest we can have it ready is Thu, 26 Nov.')
      expect(said.some(({ text }) => text.includes('needed by 25 Nov 2026, ready on 26 Nov 2026'))).toBe(true)
      const [change] = await db.select().from(auditLog).where(eq(auditLog.entityId, id))
      expect(change?.after).toMatchObject({ craftingMinutes: 300, readyOn: TODAY })
    }))

  it('fill a day when it is accepted, so that the next one is ready on the next working day', () =>
    inTestTransaction(async (db) => {
      const { context, quote, accept, readyOn } = await openShop(db)
      const [first, second] = [await quote(), await quote()]
      expect((await accept(first)).row).toMatchObject({ shipOn: TODAY, craftingPlan: [{ day: TODAY, minutes: 120 }] })
      const link = { token: second.token, userId: second.customer.id }
      expect(await getQuote(db, link, context.now())).toMatchObject({ readyOn: TOMORROW, meltClass: 'bonbon' })
      expect((await accept(second)).row).toMatchObject({
        shipOn: TOMORROW,
        craftingPlan: [{ day: TOMORROW, minutes: 120 }],
      })
      expect(await readyOn()).toBe('2026-11-26')
      expect(await getQuote(db, link, context.now())).toMatchObject({ readyOn: TOMORROW })
    }))

  it('are given back when the reservation of an unpaid order ends, and when a paid one is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, quote, accept, readyOn } = await openShop(db)
      await accept(await quote())
      expect(await readyOn()).toBe(TOMORROW)
      context.advanceMinutes(16)
      expect(await readyOn()).toBe(TODAY)
      const quoted = await quote()
      const { clientTxnId, row } = await accept(quoted)
      await simulatePayment(context, clientTxnId)
      context.advanceMinutes(16)
      expect(await readyOn()).toBe(TOMORROW)
      await cancelCustomerOrder(db, { userId: quoted.customer.id, orderId: row.id }, context.events)
      expect(await readyOn()).toBe(TODAY)
    }))

  it('that another order took meanwhile are refused with the new promise, and nothing is reserved', () =>
    inTestTransaction(async (db) => {
      const { quote, accept, readyOn } = await openShop(db)
      const [first, second] = [await quote(), await quote()]
      await accept(first, { shipOn: TODAY })
      expect(await refusal(accept(second, { shipOn: TODAY }))).toEqual({
        code: 'conflict',
        message:
          'The delivery date has just changed. We now expect to deliver on Thu, 26 Nov. Please check it before you pay.',
        promise: { shipOn: TOMORROW, from: '2026-11-26', to: '2026-11-26' },
      })
      expect(await db.$count(orders)).toBe(1)
      expect((await findCustomOrder(db, second.reference)).orderId).toBeNull()
      expect(await readyOn()).toBe(TOMORROW)
      const accepted = await accept(second, { shipOn: TOMORROW })
      expect(await accept(second, { shipOn: '2026-11-27' })).toMatchObject({ orderId: accepted.orderId })
    }))
})

it('an accepted quotation that is picked up shows what its order costs', () =>
  inTestTransaction(async (db) => {
    const { context, quote, accept } = await openShop(db)
    const value = { ...DEFAULT_SETTINGS.pickup, isOffered: true, address: '12 Charminar Road', fee: 40 }
    await changeSection(db, 'pickup', { version: 0, value, by: TEST_ADMIN })
    const quoted = await quote()
    const link = { token: quoted.token, userId: quoted.customer.id }
    expect(await getQuote(db, link, context.now())).toMatchObject({ price: 1850, shipping: 150, total: 2000 })
    await accept(quoted, { deliveryMethod: 'pickup', amount: 1890 })
    const costs = { price: 1850, shipping: 40, coolPack: 0, total: 1890 }
    expect(await getQuote(db, link, context.now())).toMatchObject(costs)
    const [request] = await listCustomerRequests(db, quoted.customer, context.now())
    expect(request?.quotation).toMatchObject({ shipping: 40, total: 1890 })
  }))

describe('the month of dispatch', () => {
  it('counts the hours of each day, and lists what is crafted, also for an unpaid order', () =>
    inTestTransaction(async (db) => {
      const { context, quote, accept } = await openShop(db)
      const quoted = await quote({ craftingMinutes: 150 })
      const { orderId } = await accept(quoted)
      const month = await getDispatchMonth(db, { month: '2026-11', now: context.now() })
      expect(month.craftingMinutesPerDay).toBe(120)
      expect(month.days.slice(22, 26).map(({ parcels, craftingMinutes }) => [parcels, craftingMinutes])).toEqual([
        [0, 0],
        [0, 120],
        [1, 30],
        [0, 0],
      ])
      const on = { day: TODAY, now: context.now() }
      expect(await listDispatchedOrders(db, on)).toEqual([])
      expect(await listPlannedCrafting(db, on)).toMatchObject([
        { orderId, minutes: 120, isPaid: false, name: expect.stringContaining(quoted.reference) },
      ])
      context.advanceMinutes(16)
      expect(await listPlannedCrafting(db, { ...on, now: context.now() })).toEqual([])
    }))

  it('does not move a custom chocolate before it is ready', () =>
    inTestTransaction(async (db) => {
      const { context, quote, accept } = await openShop(db)
      const { clientTxnId, row } = await accept(await quote({ craftingMinutes: 300 }))
      await simulatePayment(context, clientTxnId)
      const move = (shipOn: string) =>
        moveShipDay(db, { orderId: row.id, shipOn, reason: 'Rain', by: TEST_ADMIN, now: context.now() })
      const message = 'The chocolate is ready on Thu, 26 Nov. Please choose that day or a later one.'
      expect(await refusal(move(TOMORROW))).toEqual({
        code: 'invalid',
        message,
        issues: [{ path: 'shipOn', message }],
      })
      await move('2026-11-27')
      expect(onlyRow(await db.select().from(orders)).shipOn).toBe('2026-11-27')
    }))
})
