import { expect, type Page } from '@playwright/test'
import { formatDay } from '#src/core/dates.ts'
import type { Delivery } from '#src/features/orders/delivery/delivery.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findOrigin,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  payAtTestBank,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'

test.use({ viewport: { width: 390, height: 844 } })

// These settings must not affect other tests.
test.use({ variables: {} })

const main = (page: Page) => page.getByRole('main')

async function offerPickup(page: Page) {
  await openAsAdmin(page, '/admin?view=settings&id=pickup')
  await main(page).getByLabel('Customers can pick up their order').check()
  await main(page).getByRole('button', { name: 'Save Settings' }).click()
  await expect(main(page).getByText('Please enter where customers pick up their order')).toBeVisible()
  await expectAccessible(page, 'the settings of pickup')
  await main(page).getByLabel('Address').fill('7 Road No. 12, Banjara Hills')
  await main(page).getByLabel('How to find you').fill('Second floor, ring at the brown door')
  const saving = () => main(page).getByRole('button', { name: 'Save Settings' }).click()
  expect((await waitForWrite(page, saving)).status()).toBe(200)
}

async function uploadServedPincodes(page: Page) {
  await visit(page, '/admin?view=settings&id=delivery')
  const card = main(page).getByRole('region', { name: 'PIN codes that the courier serves' })
  await expect(card).toContainText('No list: it refuses no PIN code.')
  await card.getByRole('button', { name: /^Upload CSV/ }).click()
  const dialog = page.getByRole('dialog')
  const choose = (text: string) =>
    dialog
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'courier.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('\ufeffPIN code;Place\r\n500034;Banjara Hills\r\n50008;Madhapur\r\n')
  await expect(dialog).toContainText('1 row with errors. Nothing is saved until they are fixed.')
  await expect(dialog).toContainText('Line 3PIN code: "50008" should have six digits')
  await expectAccessible(page, 'the faults of a list')
  await choose('\ufeffPIN code;Place\r\n500034;Banjara Hills\r\n500081;Madhapur\r\n500034;Road No. 12\r\n')
  await expect(dialog).toContainText('2 rows: 2 new, 0 changed, 0 removed.')
  await expect(dialog).toContainText('500034 is on line 2 too.')
  await dialog.getByRole('button', { name: 'Replace the list' }).click()
  await expect(dialog).toContainText('Done. 2 rows')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(card).toContainText('Parcels go to 2 PIN codes.')
}

/** Orders at checkout for the first Sunday on which the studio is open, and pays. */
async function orderForSunday(page: Page, email: string) {
  const [origin, product] = [await findOrigin(page), await findProductOnSale(page, 11)]
  const data = createPaymentRequest([{ product, quantity: 1 }], email)
  const refused = await page.request.post('/api/payments/upi/initiate', { headers: { origin }, data })
  expect([refused.status(), (await refused.json()).message]).toEqual([
    409,
    'We do not deliver to PIN 500001 yet. You can pick up your order at our studio.',
  ])
  const { offers }: Delivery = await (await page.request.get('/api/delivery?pincode=110001')).json()
  expect(offers.map(({ method }) => method)).toEqual(['pickup'])
  const days = offers.flatMap((offer) => offer.days)
  const sunday = days.find(({ day, state }) => state === 'free' && new Date(day).getUTCDay() === 0)?.day ?? ''

  await fillCart(page, product)
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  const street = await main(page).getByLabel('Street Address').inputValue()
  const pickUp = () => main(page).getByRole('radio', { name: 'Pick up at the studio' }).check()
  await pickUp()
  await expect(main(page).getByLabel('Street Address')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Have It Delivered Instead' }).click()
  await expect(main(page).getByLabel('Street Address')).toBeFocused()
  await expect(main(page).getByLabel('Street Address')).toHaveValue(street)
  await pickUp()
  await main(page).getByRole('radio', { name: 'Choose a day' }).check()
  await main(page)
    .getByRole('grid')
    .getByRole('button', { name: formatDay(sunday), exact: true })
    .click()
  await payAtTestBank(page, await openPaymentDialog(page))
  await waitForPath(page, '/orders')
  const [order] = await listCustomerOrders(page)
  return order?.orderId ?? ''
}

test('an order is picked up on a Sunday: the customer shows a code, and the admin enters it', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 | 409 /)
  await offerPickup(page)
  await uploadServedPincodes(page)

  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
  const customer = await context.newPage()
  const email = createEmail()
  await signIn(customer, email)
  const orderId = await orderForSunday(customer, email)

  await customer.getByRole('button', { name: `View Details of ${orderId}` }).click()
  await expect(customer.getByText(/^You chose Sun, \d/)).toBeVisible()
  await expect(customer.getByText(/Ready on Sun, \d+ \w+, 11:00 AM-4:00 PM/)).toBeVisible()
  await expect(customer.getByText('7 Road No. 12, Banjara Hills, Hyderabad')).toBeVisible()
  const code = await customer.getByText(/^\d{6}$/).textContent()
  await expectAccessible(customer, 'an order that is picked up')

  await visit(page, `/admin?q=${orderId}`)
  const order = page.getByRole('article', { name: `Order ${orderId}` })
  await expect(order.getByText('Pickup', { exact: true })).toBeVisible()
  await expect(order.getByRole('combobox').getByRole('option', { name: 'shipped' })).toHaveCount(0)
  await order.getByRole('button', { name: /^Mark packed/ }).click()
  await expectToast(page, 'Order Updated')
  await order.getByRole('button', { name: /^Hand over/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over this order?' })
  const handOver = () => dialog.getByRole('button', { name: 'Hand over' }).click()
  await dialog.getByLabel('Code of the customer').fill(code === '000000' ? '000001' : '000000')
  await handOver()
  await expect(dialog.getByText('This is not the code of this order.')).toBeVisible()
  await expectAccessible(page, 'handing an order over')
  await dialog.getByLabel('Code of the customer').fill(code ?? '')
  await handOver()
  await expectToast(page, 'Handed Over')
  await expect(order).toContainText('Picked up')

  await customer.reload()
  await expect(customer.getByText('Picked up at the studio')).toBeVisible()
  const messages = await (await customer.request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)).json()
  const texts = JSON.stringify(messages)
  expect(texts).toContain('is ready for pickup')
  expect(texts).not.toContain('on its way')
  await context.close()
})
