import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createBulkQuote } from '#tests/factories/bulk-requests.ts'
import { insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { createInvoicedSale } from '#tests/factories/invoices.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

const NOTICE = '\n  Vegetarian, no egg. Contains milk and soya. May contain tree nuts.\n'

const BY = { id: randomUUID(), email: 'maker@golconda.example' }

async function openShop(db: Db) {
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const [labelled, plain] = [await insertProduct(db), await insertProduct(db)]
  await insertFacts(db, labelled.id, MILK_BAR_FACTS)
  const mails = async () =>
    (await db.select().from(outboxMessages).where(eq(outboxMessages.to, customer.email))).map(({ text }) => text)
  return { context, customer, labelled, plain, mails }
}

it('the mail about a payment says what each product contains, where that is known', () =>
  inTestTransaction(async (db) => {
    const { context, customer, labelled, plain, mails } = await openShop(db)
    for (const product of [labelled, plain]) {
      await createOrder(context, { customer, product })
    }
    const texts = await mails()
    const about = ({ name }: { name: string }) => texts.find((text) => text.includes(`1 × ${name}:`))
    expect(about(labelled)).toContain(`1 × ${labelled.name}: ₹450.00${NOTICE}\n`)
    expect(about(plain)).toContain(`1 × ${plain.name}: ₹450.00\n\nSubtotal:`)
  }))

it('the mail about a payment names the document as its title does', () =>
  inTestTransaction(async (db) => {
    const thanks = async (number: string) =>
      (await db.select().from(outboxMessages)).find(({ subject, text }) => subject && text.includes(number))?.text
    const sell = async (registered: boolean) => (await createInvoicedSale(db, { registered })).invoice.number
    const bill = await sell(false)
    expect(await thanks(bill)).toContain(`\nYour bill ${bill} (please sign in): `)
    const invoice = await sell(true)
    expect(await thanks(invoice)).toContain(`\nYour tax invoice ${invoice} (please sign in): `)
    const { version, value } = await readVersionedSection(db, 'tax')
    await changeSection(db, 'tax', { version, value: { ...value, mode: 'composition' }, by: BY })
    const supply = await sell(true)
    expect(await thanks(supply)).toContain(`\nYour bill of supply ${supply} (please sign in): `)
  }))

it('a quotation of many pieces says it, too', () =>
  inTestTransaction(async (db) => {
    const { context, customer, labelled, plain, mails } = await openShop(db)
    const priced = [
      { product: labelled, quantity: 20, unitPrice: 400 },
      { product: plain, quantity: 10, unitPrice: 300 },
    ]
    await createBulkQuote(context, priced, { customerEmail: customer.email, userId: customer.id })
    const text = (await mails()).find((text) => text.startsWith('We have priced your request.'))
    expect(text).toContain(`20 × ${labelled.name}, ₹400.00 each: ₹8,000.00${NOTICE}`)
    expect(text).toContain(`10 × ${plain.name}, ₹300.00 each: ₹3,000.00\n\nPrice: ₹11,000.00`)
  }))
