import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAsAdmin } from '#tests/e2e/admin.ts'
import {
  addProductToCart,
  createEmail,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  payAtTestBank,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

const main = (page: Page) => page.getByRole('main')
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })

async function writeCard(page: Page) {
  const message = main(page).getByLabel('Message on the card')
  await message.fill('Happy birthday 🎂')
  await main(page).getByLabel('From (optional)').fill('Asha')
  await expect(main(page).getByText('The card cannot print "🎂".')).toBeVisible()
  await message.fill('a'.repeat(201))
  await expect(main(page).getByText('The card has room for 200 letters.')).toBeVisible()
  await message.fill('Happy birthday,\nRavi!')
  await expect(main(page).getByText('179 of 200 letters left')).toBeVisible()
  await expect(main(page).getByText('The card has room for')).toBeHidden()
  await expect(main(page).getByRole('figure', { name: 'The card in the box' })).toContainText(
    'Happy birthday,\nRavi!From Asha',
  )
}

test('a gift to a friend: card, wrapping, payment, and the card that the shop prints', async ({
  page,
  browser,
  shop,
}) => {
  const email = createEmail()
  const product = await findProductOnSale(page, 12)
  await signIn(page, email)
  await addProductToCart(page, product)
  await visit(page, '/checkout')

  await test.step('goes to a friend, with a card', async () => {
    await fillCheckout(page, email)
    await main(page).getByLabel('This is a gift').check()
    await expect(main(page).getByRole('heading', { name: 'Where should it go?' })).toBeVisible()
    await main(page).getByLabel('Street Address').fill('7 FC Road')
    await main(page).getByLabel('City').fill('Hyderabad')
    await main(page).getByLabel('Pincode').fill('500034')
    await main(page).getByRole('button', { name: 'Pay with UPI' }).click()
    await expect(main(page).getByText('Please enter an Indian mobile number with 10 digits.')).toBeVisible()
    await main(page).getByLabel('Their first name').fill('Ravi')
    await main(page).getByLabel('Their last name').fill('Kumar')
    await main(page).getByLabel('Their mobile number').fill('98765 00000')
    await writeCard(page)
  })

  const before = Math.round(product.price * 100)
  const started = await test.step('is wrapped, and paid', async () => {
    await main(page).getByLabel('Gift wrapping (+₹60)').check()
    await main(page).getByLabel('Yes, from me').check()
    await expect(main(page).getByText('A gift from Asha, made by Golconda Cacao, is on its way to you.')).toBeVisible()
    await expectAccessible(page, 'a gift at the checkout')
    await summary(page).getByRole('button').click()
    await expect(summary(page).getByText('Gift wrapping')).toBeVisible()
    await page.reload()
    await expect(main(page).getByLabel('Message on the card')).toHaveValue('Happy birthday,\nRavi!')
    const payment = await openPaymentDialog(page)
    expect(Math.round(payment.amount * 100) - before).toBe(60_00 + (before >= 200_000 ? 0 : 150_00))
    await payAtTestBank(page, payment)
    await waitForPath(page, '/orders')
    return payment
  })

  await test.step('is shown with the order, and not in the next checkout', async () => {
    const [order] = await listCustomerOrders(page)
    await visit(page, `/orders?view=${order?.id}`)
    await expect(main(page).getByText('A gift for Ravi Kumar, +91 98765 00000')).toBeVisible()
    await addProductToCart(page, product)
    await visit(page, '/checkout')
    await expect(main(page).getByLabel('This is a gift')).not.toBeChecked()
    await expect(main(page).getByLabel('First Name')).toHaveValue('Asha')
    await expect(main(page).getByLabel('Street Address')).toHaveValue('')
  })

  await test.step('has its card printed by the admin', async () => {
    const context = await browser.newContext({ baseURL: shop.url })
    const admin = await context.newPage()
    await openAsAdmin(admin, `/admin?q=${started.orderId}&status=all`, shop.url)
    const row = admin.getByRole('article', { name: `Order ${started.orderId}` })
    await expect(row.getByText('Gift', { exact: true })).toBeVisible()
    await row.getByLabel(`Choose ${started.orderId}`).check()
    const printing = context.waitForEvent('page')
    await admin.getByRole('link', { name: 'Message cards' }).click()
    const cards = await printing
    await expect(cards.getByText('Happy birthday,')).toBeVisible()
    await expect(cards.getByText('From Asha')).toBeVisible()
    await context.close()
  })
})
