import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { submitUtrApi } from '#src/features/payments/manual-upi/submit-utr.api.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { fingerprintIp } from '#src/server/http/client-ip.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { createOrder, simulatePayment } from '#tests/factories/orders.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestCustomer,
  type TestPaymentContext,
} from './payments.ts'

export type Basket = (readonly [ProductRow, number])[]

/** A shop whose calls come from IP addresses; the bank is the sandbox unless the test says otherwise. */
export function createNetworkShop(db: Db, context: TestPaymentContext = createTestPayments(db)) {
  const api = createTestApi(paymentsApi(context)).route('/', submitUtrApi(context))
  const post = async (path: string, body: unknown, { by, from }: Caller): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', origin: 'http://localhost', cookie: by.cookie }
    const init = { method: 'POST', body: JSON.stringify(body), headers }
    const response = await api.request(`/api${path}`, init, { incoming: { socket: { remoteAddress: from } } })
    const waitSeconds = Number(response.headers.get('retry-after'))
    return { status: response.status, waitSeconds, answer: (await response.json()) as Record<string, string> }
  }
  return {
    context,
    post,
    place: (basket: Basket, caller: Caller, change: Partial<InitiatePayment> = {}) =>
      post('/payments/upi/initiate', { ...createBasketCheckout(basket), ...change }, caller),
    payAgain: async (reference: string, caller: Caller) => {
      const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.reference, reference))
      return post(`/orders/${order?.id}/pay`, {}, caller)
    },
    /** The bank pays a started order. */
    pay: ({ answer }: Pick<Answer, 'answer'>) => simulatePayment(context, String(answer.clientTxnId)),
    /** Inserts many pending orders of first-time customers within the last minute. */
    manyStarts: async (product: ProductRow, { count, from, status }: Starts) => {
      const { near } = fingerprintIp(from)
      const [placed] = [await createOrder(context, { customer: await createCustomer(db), product, paid: false })]
      const order = Array.from({ length: count }, () => ({
        ...placed,
        id: randomUUID(),
        reference: `ORD_${Date.now()}_${randomUUID().slice(0, 8)}`,
      }))
      const rows = order.map(({ searchText: _, trackingToken: _token, ...row }) => ({
        ...row,
        status: 'cancelled' as const,
      }))
      await db.insert(orders).values(rows)
      const money = (nth: number) =>
        status === 'success' ? { paidAt: context.now(), upiTxnId: `RRN${from}${nth}` } : {}
      await db.insert(payments).values(
        rows.map(({ id: orderId, totalPaise: amountPaise }, nth) => ({
          ...{
            orderId,
            amountPaise,
            status,
            provider: 'sandbox',
            byFirstTimeCustomer: true,
            nearNetwork: near,
            ...money(nth),
          },
          ...{
            clientTxnId: randomUUID().replaceAll('-', ''),
            expiresAt: context.now(),
            createdAt: addMinutes(context.now(), -1),
          },
          receivedPaise: status === 'success' ? amountPaise : 0,
        })),
      )
    },
    /** The window ends without payment. */
    letExpire: async (minutes = 16) => {
      context.advanceMinutes(minutes)
      await expireOverduePayments(context)
    },
  }
}

type Answer = { status: number; waitSeconds: number; answer: Record<string, string> }
type Starts = { count: number; from: string; status: 'success' | 'expired' }
export type Caller = { by: TestCustomer; from: string }

export function createBasketCheckout(basket: Basket): InitiatePayment {
  const [[first]] = basket as [Basket[number]]
  const subtotal = basket.reduce((sum, [{ pricePaise }, quantity]) => sum + pricePaise * quantity, 0)
  return createCheckout(first, {
    items: basket.map(([{ id: productId }, quantity]) => ({ productId, quantity })),
    amount: (subtotal >= 200_000 ? subtotal : subtotal + 15_000) / 100,
  })
}

export async function insertProducts(
  db: Db,
  { count, stock, pricePaise = 500_00 }: { count: number; stock: number; pricePaise?: number },
) {
  const storage: ProductRow[] = []
  while (storage.length < count) storage.push(await insertProduct(db, { stock, pricePaise }))
  return storage
}

export const listReservedStock = async (db: Db) =>
  (await db.select({ reserved: products.reserved, stock: products.stock }).from(products)).map(
    ({ reserved, stock }) => ({ reserved, stock, isSoldOut: reserved === stock }),
  )
export const sumNumbers = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
export const countReservedStock = async (db: Db) =>
  sumNumbers((await listReservedStock(db)).map(({ reserved }) => reserved))

/** A customer with a paid and packed order. */
export async function createReturningCustomer(context: TestPaymentContext): Promise<TestCustomer> {
  const customer = await createCustomer(context.db)
  const { id } = await createOrder(context, { customer, product: await insertProduct(context.db, { stock: 1 }) })
  await context.db.update(orders).set({ packedAt: context.now() }).where(eq(orders.id, id))
  return customer
}
