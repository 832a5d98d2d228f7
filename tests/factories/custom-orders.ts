import { eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { NewCustomOrder } from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import type { AcceptQuote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { sendQuote } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import { submitCustomOrder } from '#src/features/custom-orders/submit-custom-order.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import type { TestPaymentContext } from '#tests/factories/payments/payments.ts'

export const TEST_ADMIN = { id: '7d9f1f57-0f9e-4b6a-8f8e-3f3a6f9f0a11', email: 'maker@golconda.example' }
export const TEST_ADMIN_EMAIL = 'maker@example.com'

const WISH: NewCustomOrder = {
  flavor: 'ruby',
  concentration: 55,
  name: 'Noor',
  ingredients: ['rose', 'gold-flakes'],
  occasion: 'anniversary',
  shape: 'heart',
  packaging: 'luxury',
  message: 'To thirty years.',
  quantity: 2,
  neededBy: '',
  customerMobile: '+919876543210',
  customerEmail: 'asha@shopper.example',
}

type Wish = Partial<NewCustomOrder> & { userId?: string; receivedAt?: Date }

/** Submits a request that waits for its quote. */
export async function insertCustomOrder(db: Db, wish: Wish = {}) {
  const { receivedAt = new Date(), userId, ...change } = wish
  const order = { ...WISH, ...change }
  const { reference } = await submitCustomOrder(db, { order, userId, adminEmail: TEST_ADMIN_EMAIL, receivedAt })
  return findCustomOrder(db, reference)
}

export async function findCustomOrder(db: Db, reference: string) {
  return onlyRow(await db.select().from(customOrders).where(eq(customOrders.reference, reference)))
}

/** Submits and quotes a request; the token comes from the customer's mail. */
export async function createQuotedOrder(context: TestPaymentContext, quotedPrice = 1850, wish: Wish = {}) {
  const { id, reference } = await insertCustomOrder(context.db, { ...wish, receivedAt: context.now() })
  await sendTestQuote(context, id, quotedPrice)
  return { id, reference, token: await readQuoteToken(context.db, reference) }
}

export async function sendTestQuote(context: TestPaymentContext, id: string, quotedPrice: number) {
  const words = { quotedPrice, adminNotes: 'Ready in five days.' }
  return sendQuote(context.db, { ...words, id, by: TEST_ADMIN, publicUrl: 'https://shop.example', now: context.now() })
}

/** Reads the token from the link of the latest quote. */
export async function readQuoteToken(db: Db, reference: string): Promise<string> {
  const mail = (await listMailboxMessages(db)).find(({ subject }) => subject.includes(`your quotation ${reference}`))
  const [, token] = /\/checkout\?quote=([\w-]+)/.exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`No quotation in the mailbox for ${reference}`)
  return token
}

export function createAcceptance(amount: number, change: Partial<AcceptQuote> = {}): AcceptQuote {
  return {
    amount,
    customerName: 'Asha Rao',
    customerEmail: 'asha@shopper.example',
    customerPhone: '+919876543210',
    shippingAddress: {
      firstName: 'Asha',
      lastName: 'Rao',
      address: '12 Charminar Road',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500002',
    },
    ...change,
  }
}
