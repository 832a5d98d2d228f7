import { eq } from 'drizzle-orm'
import type { AcceptQuote, NewCustomOrder } from '#src/features/custom-orders/custom-orders.contract.ts'
import { submitCustomOrder } from '#src/features/custom-orders/custom-orders.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { sendQuote } from '#src/features/custom-orders/quoting.server.ts'
import { listKeptMessages } from '#src/features/notifications/notifications.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import type { TestTill } from './payments.ts'

export const MAKER = { id: '7d9f1f57-0f9e-4b6a-8f8e-3f3a6f9f0a11', email: 'maker@golconda.example' }
export const MAKER_EMAIL = 'maker@example.com'

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
  customerMobile: '+919876543210',
  customerEmail: 'asha@shopper.example',
}

type Wish = Partial<NewCustomOrder> & { userId?: string; receivedAt?: Date }

/** A composed chocolate that waits for its quotation. */
export async function aCustomOrder(db: Db, wish: Wish = {}) {
  const { receivedAt = new Date(), userId, ...change } = wish
  const order = { ...WISH, ...change }
  const { reference } = await submitCustomOrder(db, { order, userId, makerEmail: MAKER_EMAIL, receivedAt })
  return customOrderOf(db, reference)
}

export async function customOrderOf(db: Db, reference: string) {
  return onlyRow(await db.select().from(customOrders).where(eq(customOrders.reference, reference)))
}

/** A composed chocolate that is priced, and what its shopper found in the mailbox. */
export async function aQuotedOrder(till: TestTill, quotedPrice = 1850, wish: Wish = {}) {
  const { id, reference } = await aCustomOrder(till.db, { ...wish, receivedAt: till.now() })
  await quote(till, id, quotedPrice)
  return { id, reference, token: await tokenOf(till.db, reference) }
}

export async function quote(till: TestTill, id: string, quotedPrice: number) {
  const words = { quotedPrice, adminNotes: 'Ready in five days.' }
  return sendQuote(till.db, { ...words, id, by: MAKER, publicUrl: 'https://shop.example', now: till.now() })
}

/** What stands in the link of the latest quotation. */
export async function tokenOf(db: Db, reference: string): Promise<string> {
  const mail = (await listKeptMessages(db)).find(({ subject }) => subject.includes(`your quotation ${reference}`))
  const [, token] = /\/checkout\?quote=([\w-]+)/.exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`No quotation in the mailbox for ${reference}`)
  return token
}

/** What the form of an acceptance sends. */
export function anAcceptance(amount: number, change: Partial<AcceptQuote> = {}): AcceptQuote {
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
