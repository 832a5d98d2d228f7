import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

test('a friend follows an order by its tracking link, without signing in', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/404/)
  await signIn(page, createEmail())
  const product = await findProductOnSale(page, 3)
  const orderId = await placeOrderByApi(page, { products: [product] })
  const [order] = await listCustomerOrders(page)
  await visit(page, `/orders?view=${order?.id}`)
  const link = page.getByRole('link', { name: 'Tracking page' })
  const path = (await link.getAttribute('href')) ?? ''

  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
  const friend = await context.newPage()
  await visit(friend, path)
  const main = friend.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Being prepared')
  await expect(main).toContainText(`1 × ${product.name}`)
  await expect(main).not.toContainText('Asha')
  await expectAccessible(friend, 'a tracking page')

  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'shipped')
  await friend.reload()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('On its way')
  await admin.leave()

  const answer = await friend.goto('/orders?track=AAAAAAAAAAAAAAAAAAAAAA')
  expect(answer?.status()).toBe(404)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tracking Link Not Found')
  await context.close()
})
