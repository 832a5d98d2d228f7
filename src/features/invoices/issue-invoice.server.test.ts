import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createInvoicedSale, findInvoice, listCreditNotes } from '#tests/factories/invoices.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { invoices } from './invoices.table.server.ts'
import { issueCreditNote, issueInvoices } from './issue-invoice.server.ts'

const NUMBER = /^[A-Za-z0-9/-]{1,16}$/
const BY = { id: randomUUID(), email: 'maker@golconda.example' }

async function withoutShipping(db: Db) {
  await changeSection(db, 'shipping', { version: 0, value: { freeFrom: 0, fee: 0 }, by: BY })
}

describe('the invoice of an order', () => {
  it('case 23: of ₹999.00 to Hyderabad says 951.42, 23.79 and 23.79, with number and FSSAI number', () =>
    inTestTransaction(async (db) => {
      await withoutShipping(db)
      const { invoice } = await createInvoicedSale(db, { price: 999_00, amount: 999 })
      expect(invoice).toMatchObject({ taxablePaise: 951_42, cgstPaise: 23_79, sgstPaise: 23_79, igstPaise: 0 })
      expect(invoice).toMatchObject({ totalPaise: 999_00, kind: 'tax-invoice', supply: 'intra' })
      expect(invoice.number).toMatch(NUMBER)
      expect(invoice.supplier.fssai).toMatch(/^\d{14}$/)
      expect(invoice.supplier.gstin).toMatch(/^36/)
    }))

  it('case 23: of ₹999.00 to Bengaluru says 951.43 and IGST of 47.57', () =>
    inTestTransaction(async (db) => {
      await withoutShipping(db)
      const { invoice } = await createInvoicedSale(db, { price: 999_00, amount: 999, state: 'Karnataka' })
      expect(invoice).toMatchObject({
        taxablePaise: 951_43,
        cgstPaise: 0,
        sgstPaise: 0,
        igstPaise: 47_57,
        supply: 'inter',
      })
      expect(invoice.recipient).toMatchObject({ state: 'Karnataka', stateCode: '29' })
    }))

  it('is issued once, when the order is paid, and never changes', () =>
    inTestTransaction(async (db) => {
      const { context, customer, order, invoice } = await createInvoicedSale(db, { price: 849_00 })
      expect(invoice).toMatchObject({
        orderReference: order.reference,
        paidAt: order.paidAt,
        totalPaise: order.totalPaise,
      })
      expect(invoice.lines.map(({ description, unit, net }) => [description, unit, net])).toEqual([
        [expect.any(String), 'PCS', 849_00],
        ['Packing and delivery', 'OTH', 150_00],
      ])
      await db.update(products).set({ name: 'Renamed', pricePaise: 1 })
      const [again] = await issueInvoices(db, { orders: [order], paidAt: new Date(), now: context.now() })
      expect(again).toEqual(invoice)
      const product = onlyRow(await db.select().from(products))
      const unpaid = await createOrder(context, {
        customer,
        product: { ...product, pricePaise: 1 },
        paid: false,
        checkout: { amount: 150.01 },
      })
      expect(await db.$count(invoices, eq(invoices.orderId, unpaid.id))).toBe(0)
      await expectInvariants(db)
    }))

  it('is a plain bill without tax for an unregistered shop, and a bill of supply for a composition taxpayer', () =>
    inTestTransaction(async (db) => {
      const { invoice: bill } = await createInvoicedSale(db, { registered: false })
      expect(bill).toMatchObject({ kind: 'bill', number: expect.stringMatching(/^KB\//), taxablePaise: 2_149_00 })
      expect(bill.supplier.gstin).toBe('')
      const { invoice: invoiced } = await createInvoicedSale(db)
      expect(invoiced).toMatchObject({ kind: 'tax-invoice', number: expect.stringMatching(/^KC\/\d\d-\d\d\/000001$/) })
      const { version, value } = await readVersionedSection(db, 'tax')
      await changeSection(db, 'tax', { version, value: { ...value, mode: 'composition' }, by: BY })
      const { invoice: supply } = await createInvoicedSale(db)
      expect(supply).toMatchObject({ kind: 'bill-of-supply', number: expect.stringMatching(/^KS\//), cgstPaise: 0 })
      expect(supply.supplier.gstin).toMatch(/^36/)
      await expectInvariants(db)
    }))

  it('is never issued for a sample order', () =>
    inTestTransaction(async (db) => {
      const { context, order } = await createInvoicedSale(db)
      const sample = { ...order, id: randomUUID(), isSample: true }
      expect(await issueInvoices(db, { orders: [sample], paidAt: context.now(), now: context.now() })).toEqual([])
    }))

  it('has the Indian financial year: 31 March, one minute before midnight, and the minute after', () =>
    inTestTransaction(async (db) => {
      const { context, customer } = await createInvoicedSale(db)
      const product = onlyRow(await db.select().from(products))
      const numbers: string[] = []
      for (const now of ['2037-03-31T23:59:00+05:30', '2037-04-01T00:00:00+05:30', '2037-04-01T00:01:00+05:30']) {
        const order = await createOrder({ ...context, now: () => new Date(now) }, { customer, product })
        numbers.push((await findInvoice(db, order)).number)
      }
      const [last = '', ...next] = numbers
      expect(last).toMatch(/^KC\/36-37\//)
      expect(next).toEqual(['KC/37-38/000001', 'KC/37-38/000002'])
    }))
})

describe('a credit note', () => {
  it('case 21: is issued once for a full refund, also when that is reported twice', () =>
    inTestTransaction(async (db) => {
      const { context, order, invoice } = await createInvoicedSale(db)
      const refund = { orderId: order.id, refundId: randomUUID(), amount: paise(2_149_00), now: context.now() }
      const note = await issueCreditNote(db, refund)
      expect(await issueCreditNote(db, refund)).toEqual(note)
      expect(await listCreditNotes(db, invoice)).toEqual([note])
      expect(note?.number).toMatch(/^CN\/\d\d-\d\d\/000001$/)
      const { taxablePaise, cgstPaise, sgstPaise, totalPaise } = invoice
      expect(note).toMatchObject({ taxablePaise, cgstPaise, sgstPaise, totalPaise })
    }))

  it('for parts adds up to the invoice, and never goes above it', () =>
    inTestTransaction(async (db) => {
      const { context, order, invoice } = await createInvoicedSale(db, { price: 849_00, state: 'Karnataka' })
      const giveBack = (amount: number) =>
        issueCreditNote(db, { orderId: order.id, refundId: randomUUID(), amount: paise(amount), now: context.now() })
      for (const amount of [100_01, 333_33, 500_00]) expect((await giveBack(amount))?.totalPaise).toBe(amount)
      expect((await giveBack(500_00))?.totalPaise).toBe(999_00 - 933_34)
      expect(await giveBack(1)).toBeUndefined()
      const notes = await listCreditNotes(db, invoice)
      expect(notes.reduce((sum, note) => sum + note.igstPaise, 0)).toBe(invoice.igstPaise)
      expect(notes.reduce((sum, note) => sum + note.taxablePaise, 0)).toBe(invoice.taxablePaise)
      expect(notes.map(({ serial }) => serial)).toEqual([1, 2, 3, 4])
    }))

  it('for single paise is issued for each of them, also when only tax is left', () =>
    inTestTransaction(async (db) => {
      await withoutShipping(db)
      const { context, order, invoice } = await createInvoicedSale(db, { price: 1_00, amount: 1 })
      const { taxablePaise, cgstPaise, sgstPaise } = invoice
      expect([taxablePaise, cgstPaise, sgstPaise]).toEqual([96, 2, 2])
      for (let n = 0; n < 100; n++)
        await issueCreditNote(db, { orderId: order.id, refundId: randomUUID(), amount: paise(1), now: context.now() })
      const notes = await listCreditNotes(db, invoice)
      expect(notes.slice(-2).map((note) => [note.cgstPaise, note.sgstPaise])).toEqual([
        [1, 0],
        [0, 1],
      ])
      expect(notes.reduce((sum, note) => sum + note.taxablePaise, 0)).toBe(taxablePaise)
    }))

  it('is not issued without an invoice', () =>
    inTestTransaction(async (db) => {
      const { context, customer } = await createInvoicedSale(db)
      const product = onlyRow(await db.select().from(products))
      const { id } = await createOrder(context, { customer, product, paid: false })
      const refund = { orderId: id, refundId: randomUUID(), amount: paise(100_00), now: context.now() }
      expect(await issueCreditNote(db, refund)).toBeUndefined()
      expect(onlyRow(await db.select().from(orders).where(eq(orders.id, id))).paidAt).toBeNull()
    }))
})
