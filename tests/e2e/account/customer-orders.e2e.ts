import { expect, type Page } from '@playwright/test'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { cartBadge, createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'
import { ADMIN } from '#tests/shop-process.ts'

const cardOf = (page: Page, orderId: string) => page.getByRole('article').filter({ hasText: orderId })

test('a customer opens an order: price, address, payment, history and delivery date', async ({ page }) => {
  const product = await findProductOnSale(page, 9)
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [product] })
  await visit(page, '/orders')
  const card = cardOf(page, orderId)
  const opener = card.getByRole('button', { name: /View Details/ })
  await opener.click()
  await expect(page).toHaveURL(/\/orders\?view=[0-9a-f-]{36}$/)
  for (const text of ['Order placed', 'Payment received', 'Paid by UPI', '4-5-6, Abids', 'Hyderabad, Telangana 500001'])
    await expect(card.getByText(text)).toBeVisible()
  // PIN 500001 is one day away; parcels leave until two o'clock.
  await expect(card.getByText(/^Expected on \w{3}, \d+ \w+$/)).toBeVisible()
  await expect(card.getByText('UPI reference').locator('+ dd')).toHaveText(/^\d{12}$/)
  const split = card.getByRole('region', { name: 'Price' }).or(card.locator('section', { hasText: 'Subtotal' }))
  await expect(split.getByText('Subtotal')).toBeVisible()
  await expect(split.getByText('Shipping')).toBeVisible()

  await page.reload()
  await expect(card.getByText('Order placed')).toBeVisible()
  await card.getByRole('button', { name: /Hide Details/ }).click()
  await expect(page).toHaveURL(/\/orders$/)
  await expect(card.getByText('Order placed')).toHaveCount(0)
})

test('an unpaid order shows the date for which it is paid, without its details', async ({ page }) => {
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page, 9)], pays: false })
  const [order] = await listCustomerOrders(page)
  const { expectedDelivery } = await (await page.request.get(`/api/orders/${order?.id}`)).json()
  await visit(page, '/orders')
  const card = cardOf(page, orderId)
  await expect(
    card.getByText(`If you pay now, expected ${formatDeliveryWindow(expectedDelivery)}`, { exact: true }),
  ).toBeVisible()
  const paying = page.waitForRequest(/\/api\/orders\/[^/]+\/pay/)
  await card.getByRole('button', { name: /Pay now/ }).click()
  expect(new URL((await paying).url()).searchParams.get('deliverTo')).toBe(expectedDelivery.to)
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeVisible()
})

test("another customer's order is not found", async ({ page, browser, shop, browserErrors }) => {
  browserErrors.expect(/ 404 .*api\/orders/)
  await signIn(page, createEmail())
  await placeOrderByApi(page, { products: [await findProductOnSale(page, 9)] })
  const [order] = await listCustomerOrders(page)
  const stranger = await browser.newPage({ baseURL: shop.url })
  await signIn(stranger, createEmail())
  const strangersOrder = await placeOrderByApi(stranger, { products: [await findProductOnSale(page, 9)] })
  await visit(stranger, `/orders?view=${order?.id}`)
  await expect(stranger.getByText('Order not found.')).toBeVisible()
  await expect(cardOf(stranger, strangersOrder)).toBeVisible()
  await expect(cardOf(stranger, order?.orderId ?? '')).toHaveCount(0)
  await stranger.context().close()
})

test('an order that is not packed can be cancelled after a confirmation', async ({ page }) => {
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page, 9)] })
  await visit(page, '/orders')
  const card = cardOf(page, orderId)
  await card.getByRole('button', { name: /View Details/ }).click()
  await card.getByRole('button', { name: /Cancel Order/ }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(question).toContainText('We will refund')
  await question.getByRole('button', { name: 'Keep the Order' }).click()
  await expect(question).toHaveCount(0)
  expect(await listCustomerOrders(page)).toMatchObject([{ orderId, status: 'processing' }])

  await card.getByRole('button', { name: /Cancel Order/ }).click()
  await question.getByLabel(/Why/).fill('The wrong bar')
  await question.getByRole('button', { name: 'Yes, Cancel It' }).click()
  await expect(page.getByText('Order Cancelled').first()).toBeVisible()
  await expect(card.getByText('Cancelled by you')).toBeVisible()
  await expect(card.getByText(/We will refund|Refunded/)).toBeVisible()
  await expect(card.getByRole('button', { name: /Cancel Order/ })).toHaveCount(0)
  expect(await listCustomerOrders(page)).toMatchObject([{ orderId, status: 'cancelled' }])
})

test('a delivered order can be ordered again, in addition to the cart', async ({ page, browser, shop }) => {
  const [product, other] = [await findProductOnSale(page, 9), await findProductOnSale(page, 10)]
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [product, other] })
  const admin = await openAdminApi(browser, shop.url)
  await visit(page, '/orders')
  const card = cardOf(page, orderId)
  await expect(card.getByRole('button', { name: /Reorder|I received it/ })).toHaveCount(0)
  await admin.move(page, orderId, 'shipped')
  await admin.leave()

  await page.reload()
  await card.getByRole('button', { name: /I received it/ }).click()
  await expect(card.getByText('Delivered')).toBeVisible()
  expect(await cartBadge(page)).toBe(0)
  for (const pieces of [2, 4]) {
    await card.getByRole('button', { name: /Reorder/ }).click()
    await expect(page.getByText('2 added').first()).toBeVisible()
    await expect.poll(() => cartBadge(page)).toBe(pieces)
  }
})

test('a reorder says what is sold out and what has a new price', { tag: '@postgres' }, async ({
  page,
  browser,
  shop,
}) => {
  const [product, gone] = [await findProductOnSale(page, 11), await findProductOnSale(page, 12)]
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [product, gone] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'completed')
  await admin.leave()
  await shop.sql('update products set price_paise = price_paise + 2000 where id = $1', [product.id])
  await shop.sql('update products set archived_at = now() where id = $1', [gone.id])
  await visit(page, '/orders')
  await cardOf(page, orderId)
    .getByRole('button', { name: /Reorder/ })
    .click()
  const [now, was] = [product.price + 20, product.price].map((price) => `₹${price.toLocaleString('en-IN')}`)
  await expect(
    page.getByText(`1 added · ${gone.name} no longer sold · ${product.name} now ${now} (was ${was})`).first(),
  ).toBeVisible()
})

test('orders are listed ten at a time, and the address keeps the page', async ({ page }) => {
  const product = await findProductOnSale(page, 0)
  await signIn(page, createEmail())
  for (let count = 0; count < 11; count += 1) await placeOrderByApi(page, { products: [product] })
  const references = (await listCustomerOrders(page)).map(({ orderId }) => orderId)
  await visit(page, '/orders')
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('button', { name: 'Load More Orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(11)
  await expect(page).toHaveURL(/\/orders\?shown=20$/)
  await expect(page.getByRole('button', { name: 'Load More Orders' })).toHaveCount(0)
  await expect(cardOf(page, references[10] ?? '').locator(':focus')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(11)

  const oldest = (await listCustomerOrders(page)).at(-1)
  await visit(page, `/orders?view=${oldest?.id}`)
  await expect(page.getByRole('article')).toHaveCount(11)
  await expect(cardOf(page, oldest?.orderId ?? '').getByText('Order placed')).toBeVisible()
})

test("an admin's own orders are not those of all customers", async ({ page, browser, shop }) => {
  await signIn(page, createEmail())
  await placeOrderByApi(page, { products: [await findProductOnSale(page, 0)] })
  const adminShop = await browser.newPage({ baseURL: shop.url })
  const signedIn = await adminShop.request.post('/api/admin/login', { headers: { origin: shop.url }, data: ADMIN })
  expect(signedIn.status()).toBe(200)
  expect((await listCustomerOrders(adminShop)).length).toBeGreaterThan(0)
  await visit(adminShop, '/orders')
  await expect(adminShop.getByText('No Orders Yet')).toBeVisible()
  await adminShop.context().close()
})
