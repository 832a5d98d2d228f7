import type { Db } from '#src/db/database.server.ts'
import { NewBulkRequest } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import { submitBulkRequest } from '#src/features/custom-orders/bulk/submit-bulk-request.server.ts'
import { sendQuote } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import {
  createAcceptance,
  findCustomOrder,
  readQuoteToken,
  TEST_ADMIN,
  TEST_ADMIN_EMAIL,
} from '#tests/factories/custom-orders.ts'
import type { TestPaymentContext } from '#tests/factories/payments/payments.ts'

export const COMPANY = { company: 'Charminar Systems Pvt Ltd', gstin: '36AAAAA0000A1Z3' }

type Pieces = { product: { id: number }; quantity: number }
type Wish = Partial<NewBulkRequest> & { userId?: string; receivedAt?: Date }

/** The body of a request. */
export function createBulkRequest(pieces: readonly Pieces[], change: Partial<NewBulkRequest> = {}) {
  return {
    lines: pieces.map(({ product, quantity }) => ({ productId: product.id, quantity })),
    ...COMPANY,
    customerName: 'Asha Rao',
    customerEmail: 'asha@shopper.example',
    customerMobile: '9876543210',
    ...change,
  }
}

/** Submits a request that waits for its quote. */
export async function insertBulkRequest(db: Db, pieces: readonly Pieces[], wish: Wish = {}) {
  const { receivedAt = new Date(), userId, ...change } = wish
  const request = NewBulkRequest.parse(createBulkRequest(pieces, change))
  const { reference } = await submitBulkRequest(db, { request, userId, adminEmail: TEST_ADMIN_EMAIL, receivedAt })
  return findCustomOrder(db, reference)
}

type Priced = Pieces & { unitPrice: number }

export function quoteBulkRequest(context: TestPaymentContext, id: string, priced: readonly Priced[]) {
  const lines = priced.map(({ product, unitPrice }) => ({ productId: product.id, unitPrice }))
  const words = { lines, adminNotes: 'In two cartons.' }
  return sendQuote(context.db, { ...words, id, by: TEST_ADMIN, publicUrl: 'https://shop.example', now: context.now() })
}

/** Submits and quotes a request; the token comes from the customer's mail. */
export async function createBulkQuote(context: TestPaymentContext, priced: readonly Priced[], wish: Wish = {}) {
  const { id, reference } = await insertBulkRequest(context.db, priced, { receivedAt: context.now(), ...wish })
  await quoteBulkRequest(context, id, priced)
  return { id, reference, token: await readQuoteToken(context.db, reference) }
}

export const createCompanyAcceptance = (amount: number, change: Parameters<typeof createAcceptance>[1] = {}) =>
  createAcceptance(amount, { companyName: COMPANY.company, buyerGstin: COMPANY.gstin, ...change })
