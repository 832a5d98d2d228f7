import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
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

// The family changes the name of a product, so no other test shares this shop.
test.use({ viewport: { width: 390, height: 844 }, variables: {} })

async function addHalfSize(page: Page, { id, name }: Product) {
  await openAsAdmin(page, `/admin?tab=products&id=sizes-${id}`)
  const dialog = page.getByRole('dialog', { name: 'Sizes' })
  await dialog.getByLabel('Size of this product').fill('Whole')
  await dialog.getByLabel('New size', { exact: true }).fill('whole')
  await dialog.getByLabel('SKU of the new size').fill('GC-HALF-01')
  await dialog.getByLabel('Price in rupees').fill('95')
  await dialog.getByLabel('MRP in rupees').fill('99')
  await dialog.getByLabel('Net quantity').fill('25')
  await dialog.getByLabel('Stock').fill('6')
  await dialog.getByRole('button', { name: 'Add Size' }).click()
  await expect(dialog.getByText('Another size of this product is already called whole.')).toBeVisible()
  await expect(dialog.getByLabel('New size', { exact: true })).toBeFocused()
  await expectAccessible(page, 'the sizes of a product')
  await dialog.getByLabel('New size', { exact: true }).fill('Half')
  await dialog.getByRole('button', { name: 'Add Size' }).click()
  await expectToast(page, 'Size Added')
  const sizes = dialog.getByRole('list', { name: 'Sizes in their order' }).getByRole('listitem')
  await expect(sizes).toHaveCount(2)
  await expect(dialog.getByLabel('Name of the product without its size')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Move up Half' }).click()
  await expect(dialog.getByRole('button', { name: 'Move up Half' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Save Sizes' }).click()
  await expectToast(page, 'Sizes Saved')
}

test('an admin adds a size, and a customer finds both on one card, chooses the other one and buys it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*\/sizes/)
  const product = await findProductOnSale(page, 2)
  await addHalfSize(page, product)

  await test.step('the list shows one card with the lowest price', async () => {
    await visit(page, `/products?q=${encodeURIComponent(product.name)}`)
    const card = page.getByRole('article').filter({ hasText: `${product.name}` })
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('from ₹95')
    await expect(card).toContainText('2 sizes')
    await expect(page.getByText(/^Showing 1 of 30 products/)).toBeVisible()
    await card.getByRole('link', { name: product.name, exact: true }).click()
  })

  const sizes = page.getByRole('navigation', { name: 'Sizes' })
  await test.step('the page shows both with their unit prices, for the keyboard too', async () => {
    await expect(page.getByRole('heading', { level: 1, name: `${product.name} · Half` })).toBeVisible()
    await expect(sizes.getByRole('link')).toHaveText([/^Half₹95₹3\.80\/g$/, /^Whole/])
    await expectAccessible(page, 'a product with several sizes')
    await sizes.getByRole('link', { name: /^Whole/ }).focus()
    await page.keyboard.press('Enter')
    await waitForPath(page, `/product/${product.id}`)
    await expect(sizes.getByRole('link', { name: /^Whole/ })).toBeFocused()
    await expect(sizes.getByRole('link', { name: /^Whole/ })).toHaveAttribute('aria-current', 'page')
    const related = page.getByRole('region', { name: 'From the same hands' }).or(page.getByRole('article'))
    await expect(related.filter({ hasText: `${product.name} · ` })).toHaveCount(0)
  })

  const email = createEmail()
  await test.step('the chosen size is bought under its own name', async () => {
    await sizes.getByRole('link', { name: /^Half/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${product.name} · Half`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText(`1 × ${product.name} · Half added to your cart.`).first()).toBeVisible()
    await signIn(page, email, '/checkout')
    await fillCheckout(page, email)
    const started = await openPaymentDialog(page)
    await payAtTestBank(page, started)
    await waitForPath(page, '/orders')
    await expect(page.getByText(`${product.name} · Half`).first()).toBeVisible()
  })
})
