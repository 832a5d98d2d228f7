import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { createEmail, fillCart, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'
import { ADMIN } from '#tests/shop-process.ts'

const main = (page: Page) => page.getByRole('main')

for (const { name, width, height } of [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desk', width: 1440, height: 900 },
])
  test(`on ${name} the return policy is one click away from the product, the cart and the footer`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const product = await findProductOnSale(page)
    await visit(page, `/product/${product.id}`)
    await main(page).getByRole('link', { name: '7-day return policy' }).click()
    await waitForPath(page, '/policies/returns')
    await expect(main(page).getByRole('heading', { level: 1, name: 'Returns and refunds' })).toBeVisible()
    for (const heading of ['What you can return', 'How to do it', 'Who pays', 'What you get'])
      await expect(main(page).getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expect(main(page).getByRole('complementary', { name: 'Who you buy from' })).toContainText('sample')
    await expectAccessible(page, 'a policy')

    await main(page).getByRole('link', { name: 'Shipping' }).click()
    await waitForPath(page, '/policies/shipping')
    await expect(main(page).getByText('₹150')).toBeVisible()
    await expect(main(page).getByText('3-5 business days')).toBeVisible()

    await fillCart(page, product)
    await visit(page, '/cart')
    await main(page).getByRole('link', { name: 'What can be returned' }).click()
    await waitForPath(page, '/policies/returns')
    const footer = page.getByRole('contentinfo')
    for (const [name, path] of [
      ['Terms of sale', 'terms'],
      ['Cancellation', 'cancellation'],
    ] as const) {
      await footer.getByRole('link', { name }).click()
      await waitForPath(page, `/policies/${path}`)
    }
  })

test('there are no other policies than those listed', async ({ page }) => {
  expect((await page.request.get('/policies/terms')).status()).toBe(200)
  expect((await page.request.get('/policies/everything')).status()).toBe(404)
  for (const version of ['999', '1000001', '-1', 'abc'])
    expect((await page.request.get(`/policies/returns?version=${version}`)).status()).toBe(404)
})

test('an order keeps the policies that it was placed under, when the admin changes them', async ({
  page,
  browser,
  shop,
}) => {
  await signIn(page, createEmail())
  await placeOrderByApi(page, { products: [await findProductOnSale(page)] })
  const [order] = await listCustomerOrders(page)
  const admin = await browser.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  expect((await admin.request.post('/api/admin/login', { data: ADMIN })).status()).toBe(200)
  const path = '/api/admin/settings/policies'
  const { version, value } = await (await admin.request.get(path)).json()
  const terms = { ...value.terms, text: `${value.terms.text}\n\nNew in this version.` }
  expect((await admin.request.put(path, { data: { version, value: { ...value, terms } } })).status()).toBe(200)

  await visit(page, `/orders?view=${order?.id}`)
  const link = main(page).getByText('The policies that you ordered under').getByRole('link', { name: 'Terms of sale' })
  await visit(page, (await link.getAttribute('href')) ?? '')
  await expect(main(page)).toContainText(`This is version ${version + 1}`)
  await expect(main(page)).not.toContainText('New in this version.')
  await main(page).getByRole('link', { name: 'Read the current version' }).click()
  await expect(main(page)).toContainText('New in this version.')
  await expectAccessible(page, 'a policy')
  expect((await admin.request.put(path, { data: { version: version + 1, value } })).status()).toBe(200)
  await admin.close()
})
