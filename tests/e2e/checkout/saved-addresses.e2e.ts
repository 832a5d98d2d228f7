import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleAtWidths } from '#tests/e2e/accessibility.ts'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findOrigin,
  findProductOnSale,
  openPaymentDialog,
  payAtTestBank,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration, waitForPath } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const OFFICE = {
  label: 'Office',
  phone: '+919876543210',
  shippingAddress: {
    firstName: 'Asha',
    lastName: 'Rao',
    address: '4 Tank Bund',
    city: 'Secunderabad',
    state: 'Telangana',
    pincode: '500003',
  },
}

async function saveAddress(page: Page, address: object) {
  const answer = await page.request.post('/api/addresses', {
    data: address,
    headers: { origin: await findOrigin(page) },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

const listSaved = async (page: Page) => (await page.request.get('/api/addresses')).json()
const sectionOf = (page: Page) => page.getByRole('form', { name: 'Checkout' })

test('a returning customer pays in three taps', async ({ page }) => {
  await signIn(page, createEmail())
  await placeOrderByApi(page, { products: [await findProductOnSale(page, 5)] })
  await fillCart(page, await findProductOnSale(page, 5))
  await visit(page, '/')
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  await tap(page.getByRole('banner').getByRole('button', { name: /cart/i }))
  await tap(page.getByRole('dialog', { name: /Shopping Cart/ }).getByRole('link', { name: /Checkout/ }))
  await expect(sectionOf(page)).toContainText('4-5-6, Abids')
  await tap(page.getByRole('button', { name: 'Pay with UPI' }))
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeVisible()
  expect(taps).toBe(3)
  expect(await listSaved(page)).toHaveLength(1)
})

test('the checkout starts with the default address, and another or a new one can be chosen', async ({ page }) => {
  await signIn(page, createEmail())
  await saveAddress(page, { ...OFFICE, isDefault: true })
  const home = { ...OFFICE.shippingAddress, address: '12 Charminar Road', city: 'Hyderabad', pincode: '500002' }
  await saveAddress(page, { ...OFFICE, label: 'Home', shippingAddress: home })
  await fillCart(page, await findProductOnSale(page, 5))
  await visit(page, '/checkout')
  const form = sectionOf(page)
  await expect(form).toContainText('Office, Asha Rao')
  await expect(form.getByLabel('Street Address')).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'the checkout with a saved address')
  await page.setViewportSize({ width: 390, height: 844 })

  await form.getByRole('button', { name: 'Change the address' }).click()
  await expect(form.getByRole('radio', { name: 'Office, Asha Rao' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: 'Home, Asha Rao' })).toBeChecked()
  await expectAccessibleAtWidths(page, 'the choice of a saved address')
  await page.reload()
  await waitForHydration(page)
  await expect(form).toContainText('12 Charminar Road')

  await form.getByRole('button', { name: 'New Address' }).click()
  await expect(form.getByRole('button', { name: 'Use a Saved Address' })).toBeFocused()
  await expect(form.getByLabel('First Name')).toHaveValue('Asha')
  await form.getByLabel('Street Address').fill('9 New Street')
  await form.getByLabel('City').fill('Hyderabad')
  await form.getByLabel('Pincode').fill('500034')
  await page.reload()
  await waitForHydration(page)
  await expect(form.getByLabel('Street Address')).toHaveValue('9 New Street')
  const { orderId } = await openPaymentDialog(page)
  expect(orderId).toMatch(/^ORD_/)
  expect(await listSaved(page)).toHaveLength(3)
})

test('an address is not saved when the customer unticks it', async ({ page }) => {
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, await findProductOnSale(page, 5))
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  const box = page.getByRole('checkbox', { name: 'Save this address' })
  await expect(box).toBeChecked()
  await box.uncheck()
  await page.reload()
  await waitForHydration(page)
  await expect(box).not.toBeChecked()
  await openPaymentDialog(page)
  expect(await listSaved(page)).toEqual([])
})

test('a gift takes turns with the saved address, and its recipient is saved only when ticked', async ({ page }) => {
  await signIn(page, createEmail())
  await saveAddress(page, { ...OFFICE, isDefault: true })
  await fillCart(page, await findProductOnSale(page, 5))
  await visit(page, '/checkout')
  const form = sectionOf(page)
  const gift = form.getByLabel('This is a gift')
  await gift.check()
  await expect(form.getByRole('figure', { name: 'The card in the box' })).toBeVisible()
  await expect(gift).toBeFocused()
  await expect(form.getByLabel('First Name', { exact: true })).toHaveValue('Asha')
  await expect(form.getByLabel('Street Address')).toHaveValue('')
  await gift.uncheck()
  await expect(form).toContainText('4 Tank Bund')
  await gift.check()
  await form.getByLabel('Their first name').fill('Ravi')
  await form.getByLabel('Their last name').fill('Kumar')
  await form.getByLabel('Their mobile number').fill('98765 00000')
  await form.getByLabel('Street Address').fill('7 FC Road')
  await form.getByLabel('City').fill('Hyderabad')
  await form.getByLabel('Pincode').fill('500034')
  const box = form.getByRole('checkbox', { name: 'Save their address for another gift' })
  await expect(box).not.toBeChecked()
  await box.check()
  await payAtTestBank(page, await openPaymentDialog(page))
  await waitForPath(page, '/orders')
  expect(await listSaved(page)).toMatchObject([
    { label: 'Office', isRecipient: false },
    { phone: '+919876500000', isRecipient: true },
  ])

  await fillCart(page, await findProductOnSale(page, 5))
  await visit(page, '/checkout')
  await expect(form).toContainText('4 Tank Bund')
  await gift.check()
  await form.getByRole('button', { name: 'Use a Saved Address' }).click()
  await form.getByRole('radio', { name: 'Ravi Kumar' }).check()
  await expect(form.getByText('Their first name')).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'the choice of a saved recipient')
  await expect(form.getByLabel('First Name', { exact: true })).toHaveValue('Asha')
})
