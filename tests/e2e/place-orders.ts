import { type Browser, expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import { ADMIN } from '#tests/shop-process.ts'
import { createEmail, findOrigin, findProductOnSale, listCustomerOrders, signIn } from './customer.ts'

/** Buys through the API and optionally pays at the test bank; returns the order number. */
export async function placeOrderByApi(
  page: Page,
  { products, pays = true, email = 'asha@golconda.example' }: { products: Product[]; pays?: boolean; email?: string },
): Promise<string> {
  const origin = await findOrigin(page)
  const data = createPaymentRequest(
    products.map((product) => ({ product, quantity: 1 })),
    email,
  )
  const started = await page.request.post('/api/payments/upi/initiate', { headers: { origin }, data })
  expect(started.status(), await started.text()).toBe(200)
  const { clientTxnId } = await started.json()
  if (pays)
    await page.request.post(`/api/demo/upi/${clientTxnId}`, { headers: { origin }, data: { outcome: 'success' } })
  return data.orderId
}

/** Orders in another browser; returns the order number. */
export async function orderAsNewCustomer(
  browser: Browser,
  { url, pays = true }: { url: string; pays?: boolean },
): Promise<string> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page)], pays })
  await context.close()
  return orderId
}

/** Changes order statuses through the API. */
export async function openAdminApi(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
  expect((await context.request.post('/api/admin/login', { data: ADMIN })).status()).toBe(200)
  return {
    move: async (page: Page, orderId: string, status: string) => {
      const order = (await listCustomerOrders(page)).find((one) => one.orderId === orderId)
      const moved = await context.request.put(`/api/orders/${order?.id}/status`, { data: { status } })
      expect(moved.status(), await moved.text()).toBe(200)
    },
    see: async (id: string) => (await context.request.get(`/api/orders/${id}`)).json(),
    leave: () => context.close(),
  }
}
