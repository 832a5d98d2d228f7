import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { issueCreditNote } from '#src/features/invoices/issue-invoice.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { planReorder } from '#src/features/orders/customer/reorder.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertFacts } from '#tests/factories/catalog.ts'
import { createAcceptance, createQuotedOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { GIFT, openGiftShop, TO_PUNE } from '#tests/factories/gifts.ts'
import { findInvoice, listCreditNotes } from '#tests/factories/invoices.ts'
import { createOrdersApi } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const offerNoGifts = (db: Db) =>
  changeSection(db, 'gift', { version: 0, value: { ...DEFAULT_SETTINGS.gift, isOffered: false }, by: TEST_ADMIN })

describe('a gift', () => {
  it('costs the wrapping, and goes to the recipient', () =>
    inTestTransaction(async (db) => {
      const { buy } = await openGiftShop(db)
      expect(await buy()).toMatchObject({
        ...{ totalPaise: 1059_00, giftWrapPaise: 60_00, shippingPaise: 150_00, gift: GIFT },
        ...{ customerName: 'Asha Rao', customerPhone: '+919876543210', shippingAddress: TO_PUNE },
      })
      expect(await buy({ amount: 999, gift: { ...GIFT, hasWrap: false } })).toMatchObject({ giftWrapPaise: 0 })
      await expectInvariants(db)
    }))

  it('can also be described by the names of the public interface', () =>
    inTestTransaction(async (db) => {
      const { checkout, product } = await openGiftShop(db)
      const parse = (gift: object) => InitiatePayment.safeParse({ ...createCheckout(product, checkout), gift })
      const { hasWrap: _, ...named } = GIFT
      const interfaced = parse({ ...named, wrap: true, hidePrices: true })
      expect(interfaced.data?.gift).toEqual({ ...GIFT, hasWrap: true })
      expect(parse({ ...named, hidePrices: false }).data?.gift?.hasWrap).toBe(false)
      expect(parse({ ...named, wrap: 'yes' }).error?.issues).toMatchObject([{ path: ['gift', 'hasWrap'] }])
      expect(parse({ ...named, hidePrices: 'yes' }).error?.issues).toMatchObject([
        { path: ['gift'], keys: ['hidePrices'] },
      ])
    }))

  it('has the name of the recipient on its card', () =>
    inTestTransaction(async (db) => {
      const { buy, checkout, product } = await openGiftShop(db)
      const withCard = (message: string) => ({ gift: { ...GIFT, message } })
      expect(await buy(withCard('Dear { Name },'))).toMatchObject(withCard('Dear Ravi,'))
      const wrong = createCheckout(product, { ...checkout, ...withCard('Dear {company},') })
      expect(InitiatePayment.safeParse(wrong).error?.issues).toMatchObject([{ path: ['gift', 'message'] }])
    }))

  it('with another total reserves nothing, and names the right one', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, checkout } = await openGiftShop(db)
      const cheap = createCheckout(product, { ...checkout, amount: 999 })
      await expect(initiatePayment(context, customer.id, cheap)).rejects.toMatchObject({
        ...{ code: 'conflict', details: { total: 1059 } },
      })
      expect([await db.$count(orders), await db.$count(stockReservations)]).toEqual([0, 0])
    }))

  it('is refused in words where the shop does not send gifts, also for a quotation', () =>
    inTestTransaction(async (db) => {
      const { context, customer, buy } = await openGiftShop(db)
      const { token } = await createQuotedOrder(context, 1850)
      await offerNoGifts(db)
      const words = 'We do not send gifts at the moment. Please order without a gift.'
      await expect(buy()).rejects.toThrow(words)
      const accepting = acceptQuote(context, { token, userId: customer.id }, createAcceptance(2060, { gift: GIFT }))
      await expect(accepting).rejects.toThrow(words)
      expect([await db.$count(orders), await db.$count(stockReservations)]).toEqual([0, 0])
      expect(await buy({ gift: undefined, amount: 999 })).toMatchObject({ gift: null })
    }))

  it('can be a custom chocolate', () =>
    inTestTransaction(async (db) => {
      const { context, customer } = await openGiftShop(db)
      const { token } = await createQuotedOrder(context, 1850)
      await acceptQuote(context, { token, userId: customer.id }, createAcceptance(2060, { gift: GIFT }))
      expect(onlyRow(await db.select().from(orders))).toMatchObject({ giftWrapPaise: 60_00, totalPaise: 2060_00 })
    }))

  it('is dropped when the order is ordered again, and erased with the account', () =>
    inTestTransaction(async (db) => {
      const { customer, buy } = await openGiftShop(db)
      const { id } = await buy()
      await db.update(orders).set({ status: 'delivered' })
      expect(JSON.stringify(await planReorder(db, { userId: customer.id, orderId: id }))).not.toContain('Ravi')
      await eraseCustomerData(db, customer.id, customer.email)
      const [erased] = await db.select().from(orders).where(eq(orders.id, id))
      expect(erased).toMatchObject({ gift: null, buyerGstin: null, companyName: null, giftWrapPaise: 60_00 })
    }))
})

describe('the invoice of a gift', () => {
  it('has the wrapping as a taxed line, the buyer, and the state to which it goes', () =>
    inTestTransaction(async (db) => {
      const { buy } = await openGiftShop(db)
      const invoice = await findInvoice(db, await buy())
      expect(invoice.lines.map(({ description, net, igst }) => [description, net, igst])).toEqual([
        [expect.any(String), 849_00, 40_43],
        ['Packing and delivery', 150_00, 7_14],
        ['Gift wrapping', 60_00, 2_86],
      ])
      expect(invoice).toMatchObject({ supply: 'inter', totalPaise: 1059_00, igstPaise: 50_43 })
      expect(invoice.recipient).toMatchObject({ name: 'Asha Rao', deliveredTo: 'Ravi Kumar', state: 'Maharashtra' })
    }))

  it('is credited to the paisa when the gift is refunded in parts', () =>
    inTestTransaction(async (db) => {
      const { context, buy } = await openGiftShop(db)
      const order = await buy()
      const invoice = await findInvoice(db, order)
      for (const amount of [333_33, 60_01, 665_66])
        await issueCreditNote(db, {
          ...{ orderId: order.id, refundId: randomUUID(), amount: paise(amount), now: context.now() },
        })
      const notes = await listCreditNotes(db, invoice)
      const sum = (of: 'totalPaise' | 'igstPaise') => notes.reduce((all, note) => all + note[of], 0)
      expect([sum('totalPaise'), sum('igstPaise')]).toEqual([1059_00, invoice.igstPaise])
    }))
})

async function openPrinter(db: Db) {
  const shop = await openGiftShop(db)
  const admin = await createAdmin(db)
  const api = createOrdersApi(db)
  const call = (what: string, { cookie }: { cookie: string } = admin, body?: object) => {
    const [method = '', path = ''] = what.split(' ')
    const headers = { cookie, origin: 'http://localhost', 'content-type': 'application/json' }
    return api.request(`/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
  const print = async (kind: string, ids: string) => (await call(`GET /admin/print?kind=${kind}&ids=${ids}`)).text()
  return { ...shop, admin, call, print }
}

describe('printing gifts', () => {
  it('has a card of each gift with its words escaped, its sender and its parcel', () =>
    inTestTransaction(async (db) => {
      const { buy, print } = await openPrinter(db)
      const [gift, other] = [await buy(), await buy({ gift: undefined, amount: 999 })]
      const cards = await print('cards', `${gift.id},${other.id}`)
      expect(cards).toContain('<p class="card-text large">Happy &lt;birthday&gt;,\nRavi &amp; all!</p>')
      expect(cards).toContain('<span>From Asha</span>')
      expect(cards).toContain(`${gift.reference}</span> For Ravi Kumar, Pune · wrap`)
      expect(cards.match(/class="gift-card"/g)).toHaveLength(1)
      expect(cards).not.toContain(other.reference)
      expect(await print('cards', other.id)).toContain('None of these orders is a gift.')
    }))

  it('puts no prices into the box, says what to pack, and gives the courier the number of the recipient', () =>
    inTestTransaction(async (db) => {
      const { buy, print, product } = await openPrinter(db)
      await insertFacts(db, product.id, MILK_BAR_FACTS)
      const { id } = await buy()
      for (const kind of ['slips', 'boxes', 'labels', 'cards']) {
        const printed = await print(kind, id)
        expect(printed.slice(printed.indexOf('<main')), kind).not.toMatch(/₹|MRP/)
      }
      expect(await print('slips', id)).toContain('Gift: card and wrap, no prices in the box')
      const label = await print('labels', id)
      expect(label).toContain('+91 98765 00000')
      expect(label).not.toContain('+91 98765 43210')
    }))
})

describe('the recipient', () => {
  const messagesTo = async (db: Db, phone: string) =>
    (await db.select().from(outboxMessages).where(eq(outboxMessages.to, phone))).map(({ text }) => text)

  it.each([
    ['none', []],
    ['surprise', ['A gift from Golconda Cacao is on its way to you. Please have someone at home: chocolate melts.']],
    [
      'named',
      ['A gift from Asha, made by Golconda Cacao, is on its way to you. Please have someone at home: chocolate melts.'],
    ],
  ] as const)('hears of it only as the buyer chose: %s', (notify, texts) =>
    inTestTransaction(async (db) => {
      const { buy, call, customer, admin } = await openPrinter(db)
      const { id } = await buy({ gift: { ...GIFT, notify } })
      expect(await messagesTo(db, GIFT.recipientPhone)).toEqual([])
      for (const status of ['shipped', 'completed'])
        expect((await call(`PUT /orders/${id}/status`, undefined, { status })).status).toBe(200)
      expect(await messagesTo(db, GIFT.recipientPhone)).toEqual(texts)
      const others = (await db.select().from(outboxMessages)).filter(({ to }) => to !== GIFT.recipientPhone)
      expect(new Set(others.map(({ to }) => to))).toEqual(new Set(['+919876543210', customer.email, admin.email]))
    }),
  )

  it('is shown with card and telephone to the buyer and to admins alone', () =>
    inTestTransaction(async (db) => {
      const { buy, call, customer, admin } = await openPrinter(db)
      const { id } = await buy()
      for (const [path, who] of [
        [`/orders/${id}`, customer],
        [`/admin/orders/${id}`, admin],
      ] as const)
        expect(await (await call(`GET ${path}`, who)).json()).toMatchObject({ gift: GIFT, giftWrap: 60 })
      expect((await call(`GET /orders/${id}`, await createCustomer(db))).status).toBe(404)
      const found = await (await call('GET /orders?status=all&q=ravi%20kumar&limit=5')).json()
      expect(found).toMatchObject([{ id }])
    }))
})
