import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { fillCart, findProductOnSale } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

const main = (page: Page) => page.getByRole('main')

for (const { name, width, height } of [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desk', width: 1440, height: 900 },
])
  test(`promise M7: on ${name} the return policy is one click away from the product, the cart and the footer`, async ({
    page,
  }) => {
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

test('promise M7: there are no other policies than those listed', async ({ page }) => {
  expect((await page.request.get('/policies/terms')).status()).toBe(200)
  expect((await page.request.get('/policies/everything')).status()).toBe(404)
  expect((await page.request.get('/policies/returns?version=99')).status()).toBe(404)
})
