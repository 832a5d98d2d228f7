import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import {
  createEmail,
  fillCheckout,
  findProductOnSale,
  openPaymentDialog,
  payAtTestBank,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

// The tiers change the price of a product, so no other test shares this shop.
test.use({ viewport: { width: 390, height: 844 }, variables: {} })

async function setTiers(page: Page, id: number) {
  await openAsAdmin(page, `/admin?tab=products&id=${id}`)
  const tiers = page.getByRole('group', { name: 'Price tiers' })
  await tiers.getByRole('button', { name: 'Add a tier' }).click()
  await tiers.getByLabel('From pieces').fill('4')
  await tiers.getByLabel('Percent off').fill('95')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(tiers.getByText('Please enter the percentage of a price tier')).toBeVisible()
  await expect(tiers.getByLabel('Percent off')).toBeFocused()
  await expectAccessible(page, 'the price tiers of a product')
  await tiers.getByLabel('Percent off').fill('10')
  await tiers.getByRole('button', { name: 'Add a tier' }).click()
  await tiers.getByLabel('From pieces').last().fill('9')
  await tiers.getByLabel('Percent off').last().fill('20')
  await tiers.getByRole('button', { name: 'Add a tier' }).click()
  await tiers.getByRole('button', { name: 'Remove tier 3' }).click()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expectToast(page, 'Product Updated')
}

const rupees = (amount: number) => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

test('an admin sets price tiers, and a customer who buys more pays less for each piece', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/400 .*\/api\/products/)
  const product = await findProductOnSale(page, 3)
  const [four, nine] = [product.price * 0.9, product.price * 0.8].map(rupees)
  // The page is cached before the tiers exist.
  await visit(page, `/product/${product.id}`)
  await setTiers(page, product.id)

  await test.step('the page shows the tiers', async () => {
    await visit(page, `/product/${product.id}`)
    const table = page.getByRole('table', { name: /Price for several/ })
    await expect(table.getByRole('row')).toHaveText([/^4 or more.*each/, /^9 or more.*each/])
    await expectAccessible(page, 'a product with price tiers')
    await page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  })

  await test.step('drawer and cart show the price of the tier and what the next one needs', async () => {
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
    const drawer = page.getByRole('dialog', { name: /Shopping Cart/ })
    await expect(drawer.getByText(`Add 1 more for ${four} each.`)).toBeVisible()
    await drawer.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(drawer.getByText(`Add 5 more for ${nine} each.`)).toBeVisible()
    await expect(drawer.getByText('Total:').locator('..')).toContainText(rupees(product.price * 0.9 * 4))
    await drawer.getByRole('link', { name: 'View Cart' }).click()
    await waitForPath(page, '/cart')
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name })
    await expect(line.getByText(`${four} each`)).toBeVisible()
    await expect(line.getByText(`Add 5 more for ${nine} each.`)).toBeVisible()
    await expectAccessible(page, 'a cart with price tiers')
  })

  await test.step('the customer pays what the summary showed', async () => {
    const email = createEmail()
    await signIn(page, email, '/checkout')
    await fillCheckout(page, email)
    const payment = await openPaymentDialog(page)
    const subtotal = product.price * 0.9 * 4
    expect(payment.amount).toBeCloseTo(subtotal >= 2000 ? subtotal : subtotal + 150, 2)
    await payAtTestBank(page, payment)
    await waitForPath(page, '/orders')
    await expect(page.getByRole('article').first()).toContainText(rupees(payment.amount))
  })
})
