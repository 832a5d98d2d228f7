import { devices, expect, type Page } from '@playwright/test'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  paymentDoneButton,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete UPI Payment' })
const pay = (page: Page) => main(page).getByRole('button', { name: 'Pay with UPI' })

async function atTheForm(page: Page) {
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, await findProductOnSale(page, 15))
  await visit(page, '/checkout')
  return email
}

test('the form has its sections, requires its fields, and leads back', async ({ page }) => {
  await atTheForm(page)
  for (const name of ['Customer Information', 'Shipping Address', 'Payment', 'Special Instructions', 'Order Summary'])
    await expect(main(page).getByRole('heading', { name })).toBeVisible()
  await expect(main(page).getByRole('radio')).toHaveCount(1)
  await expect(main(page).getByRole('radio', { name: 'UPI' })).toBeChecked()
  await expect(main(page).getByLabel('Phone')).toHaveAttribute('placeholder', '+91 XXXXX XXXXX')
  await expect(main(page).getByLabel('Pincode')).toHaveAttribute('placeholder', '500001')
  const state = main(page).getByLabel('State', { exact: true })
  await expect(state).toHaveValue('Telangana')
  await expect(state.getByRole('option')).toHaveText([
    'Telangana',
    'Andhra Pradesh',
    'Karnataka',
    'Tamil Nadu',
    'Other',
  ])

  await main(page).getByLabel('Email').fill('not an address')
  await pay(page).click()
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone', 'Street Address', 'City', 'Pincode'])
    await expect(main(page).getByLabel(label), label).toHaveAttribute('aria-invalid', 'true')
  await expect(main(page).getByLabel('Landmark (optional)')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(main(page).getByLabel('Special instructions')).not.toHaveAttribute('aria-invalid', 'true')
  expect(await listCustomerOrders(page)).toEqual([])

  await main(page).getByRole('link', { name: 'Back to Cart' }).click()
  await waitForPath(page, '/cart')
})

test('the payment is started with the specified data, and the button shows that it is working', async ({ page }) => {
  const email = await atTheForm(page)
  await fillCheckout(page, email)
  const sent = page.waitForRequest('**/api/payments/upi/initiate')
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/payments/upi/initiate', async (route) => {
    await looked
    await route.continue()
  })
  await pay(page).click()
  await expect(main(page).getByRole('button', { name: 'Processing...' })).toBeVisible()
  goOn()
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({
    amount: expect.any(Number),
    orderId: expect.stringMatching(/^ORD_\d{13}_[A-Za-z0-9]+$/),
    customerName: 'Asha Rao',
    customerEmail: email,
    merchantId: expect.any(String),
    description: 'Golconda Cacao Order - 1 items',
  })
  await expect(dialog(page)).toBeVisible()
})

test('the UPI id can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = await atTheForm(page)
  await fillCheckout(page, email)
  const { upiId } = await openPaymentDialog(page)
  await dialog(page)
    .getByRole('button', { name: /Copy UPI ID/ })
    .click()
  await expect(page.getByText('Copied!').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(upiId)
})

test('on a desktop the browser opens the payment page, and the checkout polls when the customer returns', async ({
  page,
  context,
}) => {
  const email = await atTheForm(page)
  await fillCheckout(page, email)
  const { paymentUrl, orderId } = await openPaymentDialog(page)
  let opened = 0
  context.on('page', () => opened++)
  await dialog(page).getByRole('button', { name: 'Amazon Pay' }).click()
  await page.waitForURL(paymentUrl)
  expect(opened).toBe(0)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await page.goto('/checkout')
  await waitForPath(page, '/orders')
  expect(await listCustomerOrders(page)).toMatchObject([{ orderId, status: 'processing' }])
})

test.describe('on a phone', () => {
  const { userAgent, viewport, hasTouch } = devices['Pixel 7']
  test.use({ userAgent, viewport, hasTouch })

  test('the plain link follows an app that did not open, after a second', async ({ page }) => {
    const email = await atTheForm(page)
    await fillCheckout(page, email)
    const { paymentUrl, orderId } = await openPaymentDialog(page)
    const app = dialog(page).getByRole('link', { name: 'PhonePe' })
    await expect(app).toHaveAttribute('href', /^phonepe:/)
    const chosenAt = Date.now()
    await app.click()
    await page.waitForURL(paymentUrl)
    expect(Date.now() - chosenAt).toBeGreaterThanOrEqual(1000)
    await page.goBack()
    await expect(dialog(page).getByText(orderId)).toBeVisible()
  })

  test('Amazon Pay keeps the checkout, which verifies the payment five seconds later', async ({ page, context }) => {
    const email = await atTheForm(page)
    await fillCheckout(page, email)
    const { paymentUrl } = await openPaymentDialog(page)
    const verifiedAt: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/payments/upi/verify')) verifiedAt.push(Date.now())
    })
    const opened = context.waitForEvent('page')
    const chosenAt = Date.now()
    await dialog(page).getByRole('link', { name: 'Amazon Pay' }).click()
    const bank = await opened
    await expect(bank).toHaveURL(paymentUrl)
    await bank.close()
    await expect(dialog(page)).toBeVisible()
    await expect.poll(() => verifiedAt.length, { timeout: 12_000 }).toBeGreaterThan(0)
    expect((verifiedAt[0] ?? 0) - chosenAt).toBeGreaterThan(4_500)
    await expect(dialog(page).getByText('Checking with your bank...')).toBeVisible()
  })
})

test('a payment that cannot be started or verified shows the specified error', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 500 |answer 500/)
  const email = await atTheForm(page)
  await fillCheckout(page, email)
  await page.route('**/api/payments/upi/*', (route) => route.fulfill({ status: 500, body: 'The oven is cold.' }))
  await pay(page).click()
  await expect(page.getByText('Payment Error').first()).toBeVisible()
  await expect(page.getByText('Failed to initiate UPI payment. Please try again.').first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  await page.unroute('**/api/payments/upi/*')
  await openPaymentDialog(page)
  await page.route('**/api/payments/upi/verify', (route) => route.fulfill({ status: 500, body: 'The oven is cold.' }))
  await paymentDoneButton(page).click()
  await expect(page.getByText('Verification Error').first()).toBeVisible()
  await expect(page.getByText('Unable to verify payment. Please contact support.').first()).toBeVisible()
})

test('every call sends the cookies; only a body has a content type, JSON', async ({ page, browser, shop }) => {
  const email = await atTheForm(page)
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page, 15)] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'shipped')
  await admin.leave()
  await fillCheckout(page, email)
  const started = page.waitForRequest('**/api/payments/upi/initiate')
  await openPaymentDialog(page)
  const withBody = await (await started).allHeaders()
  expect(withBody['content-type']).toBe('application/json')
  expect(withBody.cookie).toContain('session')

  await visit(page, '/orders')
  const received = page.waitForRequest('**/received')
  await page.getByRole('button', { name: /I received it/ }).click()
  const withoutBody = await (await received).allHeaders()
  expect(withoutBody['content-type']).toBeUndefined()
  expect(withoutBody.cookie).toContain('session')
})
