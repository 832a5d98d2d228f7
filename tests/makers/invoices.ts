import { eq } from 'drizzle-orm'
import { seedDemoRegistration } from '#db/demo/seed-registration.ts'
import type { CreditNoteRow, InvoiceRow } from '#src/features/invoices/invoices.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { aProduct } from './catalog.ts'
import { anOrder } from './orders.ts'
import { aCheckout, aShopper, aTill, type Shopper, type TestTill } from './payments.ts'

type State = ReturnType<typeof aCheckout>['shippingAddress']['state']

export type Sale = { till: TestTill; shopper: Shopper; order: OrderRow; invoice: InvoiceRow }

type Wanted = {
  price?: number
  state?: State
  /** The first name of whoever gets it. */
  name?: string
  /** With the shipping; the usual one if not given. */
  amount?: number
  registered?: boolean
}

/** Somebody has paid for one piece of this price, sent to this state, in a shop that is registered like the demo. */
export async function aSale(db: Db, wanted: Wanted = {}): Promise<Sale> {
  const { price = 2_149_00, state = 'Telangana', name = 'Asha', amount, registered = true } = wanted
  if (registered) await seedDemoRegistration(db)
  const [till, shopper, product] = [aTill(db), await aShopper(db), await aProduct(db, { pricePaise: price })]
  const { shippingAddress } = aCheckout(product)
  const order = await anOrder(till, {
    shopper,
    product,
    checkout: { shippingAddress: { ...shippingAddress, firstName: name, state }, ...(amount && { amount }) },
  })
  return { till, shopper, order, invoice: await invoiceOf(db, order) }
}

export async function invoiceOf(db: Db, { id }: { id: string }): Promise<InvoiceRow> {
  return onlyRow(await db.select().from(invoices).where(eq(invoices.orderId, id)))
}

export function creditNotesOf(db: Db, { id }: { id: string }): Promise<CreditNoteRow[]> {
  return db.select().from(creditNotes).where(eq(creditNotes.invoiceId, id)).orderBy(creditNotes.serial)
}
