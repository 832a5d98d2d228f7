import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtWidths } from '#tests/e2e/accessibility.ts'
import { createEmail, findProductOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'

test.use({ viewport: { width: 390, height: 844 } })

const bookOf = (page: Page) => page.getByRole('region', { name: 'Addresses' })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function fillAddress(page: Page, street: string, label = '') {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Label').fill(label)
  await dialog.getByLabel('First Name').fill('Asha')
  await dialog.getByLabel('Last Name').fill('Rao')
  await dialog.getByLabel('Phone').fill('98765 43210')
  await dialog.getByLabel('Street Address').fill(street)
  await dialog.getByLabel('City').fill('Hyderabad')
  await dialog.getByLabel('Pincode').fill('500002')
}

test('a customer adds, changes and deletes addresses, and chooses the default', async ({ page }) => {
  await signIn(page, createEmail(), '/orders')
  const book = bookOf(page)
  await expect(book).toContainText('We save where an order goes when you pay')
  for (const [street, label] of [
    ['12 Charminar Road', 'Home'],
    ['4 Tank Bund', ''],
  ] as const) {
    await book.getByRole('button', { name: 'New Address' }).click()
    await fillAddress(page, street, label)
    await dialogOf(page).getByRole('button', { name: 'Save Address' }).click()
    await expect(book.getByRole('listitem').filter({ hasText: street })).toBeVisible()
  }
  await book.getByRole('button', { name: 'Make Default: Home, Asha Rao, 12 Charminar Road' }).click()
  await expect(book.getByRole('listitem').first()).toContainText('Default')
  await expect(book.getByRole('heading', { name: 'Home, Asha Rao' })).toBeFocused()

  await book.getByRole('button', { name: 'Edit Home, Asha Rao' }).click()
  await dialogOf(page).getByLabel('Street Address').fill('14 Charminar Road')
  await dialogOf(page).getByRole('button', { name: 'Save Address' }).click()
  await expect(book.getByRole('listitem').first()).toContainText('14 Charminar Road')
  await expect(book.getByRole('button', { name: 'Edit Home, Asha Rao' })).toBeFocused()

  await book.getByRole('button', { name: /^Delete Asha Rao, 4 Tank Bund/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Keep It' }).click()
  await expect(book.getByRole('listitem')).toHaveCount(2)
  await book.getByRole('button', { name: /^Delete Asha Rao, 4 Tank Bund/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Delete Address' }).click()
  await expect(book.getByRole('listitem')).toHaveCount(1)
  await expect(book.getByRole('heading', { name: 'Addresses' })).toBeFocused()
  await page.reload()
  await expect(book.getByRole('listitem')).toHaveCount(1)
})

test('a wrong address says what is wrong beside the field, and a doubtful one is confirmed', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 .*api\/addresses/)
  browserErrors.expect(/ 409 .*api\/addresses/)
  await signIn(page, createEmail())
  await placeOrderByApi(page, { products: [await findProductOnSale(page, 7)], pays: false })
  await visit(page, '/orders')
  const book = bookOf(page)
  await expect(book.getByRole('listitem')).toHaveCount(1)
  await book.getByRole('button', { name: 'New Address' }).click()
  const dialog = dialogOf(page)
  await fillAddress(page, '9 New Street')
  await dialog.getByLabel('Phone').fill('040 2233')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog.getByLabel('Phone')).toBeFocused()
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(/10 digits/)
  await expectAccessible(page, 'the dialog of an address with an error')

  await dialog.getByLabel('Phone').fill('98765 43210')
  await dialog.getByLabel('State').selectOption('Karnataka')
  await expect(dialog.getByRole('status')).toContainText('PIN 500002 looks like Telangana, not Karnataka.')
  await dialog.getByLabel('The PIN code and the state are correct').check()
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(book.getByRole('listitem')).toHaveCount(2)

  await book.getByRole('button', { name: 'New Address' }).click()
  await fillAddress(page, '9 New Street')
  await dialog.getByLabel('State').selectOption('Karnataka')
  await dialog.getByLabel('The PIN code and the state are correct').check()
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You have saved this address already.')
  await page.keyboard.press('Escape')
  await expectAccessibleAtWidths(page, 'the address book')
})
