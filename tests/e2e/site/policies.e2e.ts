import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { fillCart, findProductOnSale } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

// These settings must not affect other tests.
test.use({ variables: {} })

const main = (page: Page) => page.getByRole('main')

async function save(page: Page) {
  const button = main(page).getByRole('button', { name: 'Save Settings' })
  expect((await waitForWrite(page, () => button.click())).status()).toBe(200)
  await expectToast(page, 'Settings Saved')
}

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
})

test('the About page shows the founder as the admin describes them', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await visit(page, '/about')
    const founder = main(page).getByRole('region', { name: 'Ananya Rao' })
    await expect(founder).toContainText('invented for this demonstration')
    await expectAccessible(page, 'the About page with its founder')
  }
  await openAsAdmin(page, '/admin?view=settings&id=founder')
  await main(page).getByLabel('Name').fill('Lakshmi Devi')
  await main(page).getByLabel('In their words').fill('I began with one mould.\n\nI still have it.')
  await save(page)
  await visit(page, '/about')
  const renamed = main(page).getByRole('region', { name: 'Lakshmi Devi' })
  await expect(renamed.getByText('I still have it.')).toBeVisible()
  await expect(page.getByText('Ananya')).toHaveCount(0)
})
