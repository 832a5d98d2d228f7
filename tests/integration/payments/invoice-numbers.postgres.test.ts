import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { financialYearOf } from '#src/core/gst.ts'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { allocateDocumentNumber } from '#src/features/invoices/invoice-numbers.server.ts'
import { creditNotes, invoiceCounters, invoices } from '#src/features/invoices/invoices.table.server.ts'
import { issueCreditNote, issueInvoices } from '#src/features/invoices/issue-invoice.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  failingWhenPaid,
} from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

/** Rolls everything back. */
class PowerCut extends Error {}

it('numbers forty orders that two processes pay at once, a third of them rolled back, 1 to n without gap', async () => {
  const { db, pool } = await testDatabase()
  await seedDemoTaxRegistration(db)
  const product = await insertProduct(db, { stock: 100 })
  const other = await openDatabase({ url: urlOf(pool), patient: true })
  try {
    const contexts = [createTestPayments(db), createTestPayments(other.db)]
    const started = await times(40, async () =>
      initiatePayment(createTestPayments(db), (await createCustomer(db)).id, createCheckout(product)),
    )
    let cuts = 0
    await times(40, async (i) => {
      const context = contexts[i % 2] ?? createTestPayments(db)
      const clientTxnId = started[i]?.clientTxnId ?? ''
      const events = failingWhenPaid(async () => {
        cuts += 1
        throw new PowerCut()
      })
      const cutsFirst = i % 3 === 0
      if (cutsFirst) await expect(simulatePayment({ ...context, events }, clientTxnId)).rejects.toThrow(PowerCut)
      await simulatePayment(context, clientTxnId)
    })
    expect(cuts).toBe(14)
    const serials = (await db.select({ serial: invoices.serial }).from(invoices)).map(({ serial }) => serial)
    expect(serials.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    await expectInvariants(db)
  } finally {
    await other.close()
  }
})

it('leaves no gap and no repeat when half of the documents are rolled back after taking a number', async () => {
  const { db } = await testDatabase()
  const now = new Date()
  const open = await paidOrders(db, 30)
  await times(60, async (i) => {
    const order = open[i % 30]
    const giveUp = i < 30 && i % 2 === 0
    await inTransaction(db, async (tx) => {
      if (order) await issueInvoices(tx, { orders: [order], paidAt: now, now })
      if (giveUp) throw new PowerCut()
    }).catch((error) => {
      if (!(error instanceof PowerCut) && !isSecondOfOrder(error)) throw error
    })
  })
  const written = await db
    .select({ serial: invoices.serial, at: invoices.issuedAt })
    .from(invoices)
    .orderBy(invoices.serial)
  expect(written.map(({ serial }) => serial)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
  expect(await db.select({ last: invoiceCounters.last }).from(invoiceCounters)).toEqual([{ last: 30 }])
})

it('starts at 1 on the first of April, Indian time, while others still invoice in the old year', async () => {
  const { db } = await testDatabase()
  const dates = ['2027-03-31T23:59:59.999+05:30', '2027-04-01T00:00:00.000+05:30'].map((text) => new Date(text))
  const taken = await times(40, (i) =>
    inTransaction(db, async (tx) => {
      const now = dates[i % 2] ?? new Date()
      const number = await allocateDocumentNumber(tx, 'KC', now)
      expect(number.financialYear).toBe(financialYearOf(now))
      expect(financialYearOf(number.issuedAt)).toBe(number.financialYear)
      return number
    }),
  )
  for (const year of ['26-27', '27-28'])
    expect(
      taken
        .filter(({ financialYear }) => financialYear === year)
        .map(({ serial }) => serial)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

it('credits no more than was invoiced when ten refunds are made at once', async () => {
  const { db } = await testDatabase()
  const now = new Date()
  const [order] = await paidOrders(db, 1)
  if (!order) throw new Error('There is one')
  const [invoice] = await issueInvoices(db, { orders: [order], paidAt: now, now })
  await times(10, () =>
    inTransaction(db, (tx) =>
      issueCreditNote(tx, { orderId: order.id, refundId: randomUUID(), amount: paise(300_00), now }),
    ),
  )
  const notes = await db.select().from(creditNotes).orderBy(creditNotes.serial)
  expect(notes.map(({ serial }) => serial)).toEqual(notes.map((_, i) => i + 1))
  expect(notes.reduce((sum, note) => sum + note.totalPaise, 0)).toBe(invoice?.totalPaise)
  expect(notes.reduce((sum, note) => sum + note.cgstPaise, 0)).toBe(invoice?.cgstPaise)
})

/** Paid orders without an invoice. */
async function paidOrders(db: Db, count: number): Promise<OrderRow[]> {
  await seedDemoTaxRegistration(db)
  const product = await insertProduct(db, { stock: 100 })
  const found: OrderRow[] = []
  for (let i = 0; i < count; i++) {
    const { orderId } = await initiatePayment(
      createTestPayments(db),
      (await createCustomer(db)).id,
      createCheckout(product),
    )
    found.push(onlyRow(await db.select().from(orders).where(eq(orders.reference, orderId))))
  }
  return found
}

/** Without the lock on the order two transactions may invoice it: the database refuses one. */
function isSecondOfOrder(error: unknown): boolean {
  return (
    error instanceof Error && String((error.cause as Error | undefined)?.message).includes('invoices_one_per_order')
  )
}

function urlOf(pool: { options: { connectionString?: string } }): string {
  if (!pool.options.connectionString) throw new Error('A test database has an address')
  return pool.options.connectionString
}
