import type { Db } from '#src/db/database.server.ts'
import { insertCustomers } from '#tests/chaos/customers.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import type { LoadRequest } from './open-loop.ts'

/**
 * Cycles through cached pages, uncached pages and calls, quotes and, every tenth time, a started payment. `origin` is
 * the shop's public address.
 */
export async function createTrafficMix(
  db: Db,
  { origin, people }: { origin: string; people: number },
): Promise<() => LoadRequest> {
  const product = await insertProduct(db, { stock: 1_000_000 })
  const all = await insertCustomers(db, people)
  const shown = { id: product.id, price: product.pricePaise / 100 }
  const personal = (path: string, cookie: string): LoadRequest => ({ path, headers: { cookie, accept: 'text/html' } })
  const write = (path: string, cookie: string, body: unknown): LoadRequest => {
    const text = JSON.stringify(body)
    const headers = {
      cookie,
      origin,
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(text)}`,
    }
    return { method: 'POST', path, headers, body: text }
  }
  const kinds = [
    () => ({ path: '/' }),
    (cookie: string) => personal('/products', cookie),
    () => ({ path: `/api/products/${product.id}` }),
    (cookie: string) => personal('/api/orders', cookie),
    () => ({ path: '/products?q=dark' }),
    (cookie: string) => write('/api/cart/quote', cookie, { items: [{ productId: product.id, quantity: 2 }] }),
    (cookie: string) => personal('/api/auth/user', cookie),
    () => ({ path: `/product/${product.id}` }),
    (cookie: string) => personal('/orders', cookie),
    (cookie: string, email: string) =>
      write('/api/payments/upi/initiate', cookie, createPaymentRequest([{ product: shown, quantity: 1 }], email)),
  ]
  let turn = 0
  return () => {
    turn += 1
    const { cookie, email } = all[turn % all.length] ?? { cookie: '', email: '' }
    return kinds[turn % kinds.length]?.(cookie, email) ?? { path: '/' }
  }
}
