import { eq } from 'drizzle-orm'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import type { CreditNoteRow, InvoiceRow } from '#src/features/invoices/issue-invoice.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestCustomer,
  type TestPaymentContext,
} from '#tests/factories/payments/payments.ts'
import { insertProduct } from './catalog.ts'
import { createOrder } from './orders.ts'

type State = ReturnType<typeof createCheckout>['shippingAddress']['state']

export type Sale = { context: TestPaymentContext; customer: TestCustomer; order: OrderRow; invoice: InvoiceRow }

type Wanted = {
  price?: number
  state?: State
  /** The recipient's first name. */
  name?: string
  /** With shipping; the default price if missing. */
  amount?: number
  registered?: boolean
}

/** One product sold to this state, by a shop that is registered like the demo. */
export async function createInvoicedSale(db: Db, wanted: Wanted = {}): Promise<Sale> {
  const { price = 2_149_00, state = 'Telangana', name = 'Asha', amount, registered = true } = wanted
  if (registered) await seedDemoTaxRegistration(db)
  const [context, customer, product] = [
    createTestPayments(db),
    await createCustomer(db),
    await insertProduct(db, { pricePaise: price }),
  ]
  const { shippingAddress } = createCheckout(product)
  const order = await createOrder(context, {
    customer,
    product,
    checkout: { shippingAddress: { ...shippingAddress, firstName: name, state }, ...(amount && { amount }) },
  })
  return { context, customer, order, invoice: await findInvoice(db, order) }
}

export async function findInvoice(db: Db, { id }: { id: string }): Promise<InvoiceRow> {
  return onlyRow(await db.select().from(invoices).where(eq(invoices.orderId, id)))
}

export function listCreditNotes(db: Db, { id }: { id: string }): Promise<CreditNoteRow[]> {
  return db.select().from(creditNotes).where(eq(creditNotes.invoiceId, id)).orderBy(creditNotes.serial)
}
