import { expect, type Page } from '@playwright/test'
import {
  cancelLatestOrder,
  createEmail,
  decideAtTestBank,
  fillCart,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  payAtTestBank,
  paymentDoneButton,
  pressPay,
  returnToTab,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'

/** A signed-in customer at the completed form, with one of the nth product in the cart. */
async function atTheCheckout(page: Page, nth: number) {
  const email = createEmail()
  const product = await findProductOnSale(page, nth)
  await signIn(page, email)
  await fillCart(page, product)
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  return { email, product }
}

const cartIsEmpty = async (page: Page) => {
  await visit(page, '/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
}

test('a payment that the bank declines can be tried again', async ({ page }) => {
  await atTheCheckout(page, 2)
  const started = await openPaymentDialog(page)
  await decideAtTestBank(page, started, 'Decline')
  await paymentDoneButton(page).click()
  await expect(page.getByText('Payment Verification').first()).toBeVisible()
  await expect(
    page.getByText('Payment status: failure. Please check your UPI app or contact support.').first(),
  ).toBeVisible()
  expect(await listCustomerOrders(page)).toMatchObject([{ awaitingPayment: true, status: 'pending' }])

  await decideAtTestBank(page, started, 'Pay')
  // The customer returns to the tab.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await waitForPath(page, '/orders')
  expect(await listCustomerOrders(page)).toMatchObject([{ orderId: started.orderId, status: 'processing' }])
  await cartIsEmpty(page)
})

test('a payment by a phone that scans the code is noticed on the screen, without a press', async ({ page }) => {
  await atTheCheckout(page, 2)
  const started = await openPaymentDialog(page)
  await decideAtTestBank(page, started, 'Pay')
  await waitForPath(page, '/orders')
  await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  expect(await listCustomerOrders(page)).toMatchObject([{ orderId: started.orderId, status: 'processing' }])
})

test('an open dialog says by itself that the bank declined, or that the order was cancelled', async ({ page }) => {
  await atTheCheckout(page, 2)
  const started = await openPaymentDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
  await decideAtTestBank(page, started, 'Decline')
  await expect(dialog.getByText(/Your bank did not complete the payment/)).toBeVisible({ timeout: 12_000 })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()

  await cancelLatestOrder(page)
  await expect(dialog.getByText(/This payment was cancelled/)).toBeVisible({ timeout: 12_000 })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeHidden()
  await expect(dialog.getByRole('link', { name: 'See My Orders' })).toBeVisible()
})

test('the dialog over My Orders stays open when its order is cancelled elsewhere', async ({ page }) => {
  await atTheCheckout(page, 2)
  await openPaymentDialog(page)
  await visit(page, '/orders')
  await page.getByRole('button', { name: /^Pay now/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
  await expect(dialog).toBeVisible()
  await cancelLatestOrder(page)
  await expect(dialog.getByText(/This payment was cancelled/)).toBeVisible({ timeout: 12_000 })
  await page.waitForTimeout(1_000)
  await expect(dialog.getByText(/This payment was cancelled/)).toBeVisible()
  await dialog.getByRole('link', { name: 'See My Orders' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Pay now/ })).toBeHidden()
})

test('a poll without an answer changes nothing, and a payment after it is noticed', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 503 |answer 503/)
  await atTheCheckout(page, 2)
  const started = await openPaymentDialog(page)
  await page.route('**/api/payments/upi/verify', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await page.waitForResponse((response) => response.status() === 503)
  await decideAtTestBank(page, started, 'Pay')
  await expect(page.getByText('Verification Error')).toBeHidden()
  await waitForPath(page, '/orders')
  await expect(page.getByText('Payment Successful!').first()).toBeVisible()
})

test('a payment that one window notices leads the other window to the orders', async ({ page, context }) => {
  await atTheCheckout(page, 2)
  const started = await openPaymentDialog(page)
  const other = await context.newPage()
  await visit(other, '/checkout')
  await expect(other.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeVisible()
  await decideAtTestBank(page, started, 'Pay')
  await Promise.all([waitForPath(page, '/orders'), waitForPath(other, '/orders')])
  for (const tab of [page, other]) await expect(tab.getByRole('main').getByText(started.orderId)).toBeVisible()
})

test('a dialog whose session has ended says so, and stops polling', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 401 /)
  await atTheCheckout(page, 2)
  await openPaymentDialog(page)
  const session = await page.context().cookies()
  await page.context().clearCookies()
  const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
  await expect(dialog.getByText('You are signed out.')).toBeVisible({ timeout: 12_000 })
  await expect(dialog.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /returnTo=%2Fcheckout/)
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeHidden()
  let polls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/verify')) polls += 1
  })
  await page.waitForTimeout(16_000)
  expect(polls).toBe(0)
  await page.context().addCookies(session)
  await returnToTab(page)
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
})

test('confirming a payment that was not made shows an error, and changes nothing', async ({ page }) => {
  await atTheCheckout(page, 2)
  const started = await openPaymentDialog(page)
  await paymentDoneButton(page).click()
  const message = page.locator('.bg-err').filter({ hasText: /Payment status: pending/ })
  await expect(message).toBeVisible()
  expect(await listCustomerOrders(page)).toMatchObject([{ orderId: started.orderId, awaitingPayment: true }])
})

test('a changed price is shown before any payment', { tag: '@postgres' }, async ({ page, shop, browserErrors }) => {
  const { product } = await atTheCheckout(page, 3)
  await shop.sql('update products set price_paise = price_paise + 5000 where id = $1', [product.id])
  browserErrors.expect(/409 .*initiate/)
  const refused = await pressPay(page)
  expect(refused.status()).toBe(409)
  const { total } = await refused.json()
  expect(await listCustomerOrders(page)).toEqual([])
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeHidden()
  // The new total is shown and can be paid.
  await expect(page.getByRole('main').getByText(inTheCart(total)).filter({ visible: true }).first()).toBeVisible()
  const started = await openPaymentDialog(page)
  expect(started.amount).toBe(total)
})

test('a price that changed since the cart was filled is shown in the cart', { tag: '@postgres' }, async ({
  page,
  shop,
}) => {
  const product = await findProductOnSale(page, 4)
  await fillCart(page, product)
  await shop.sql('update products set price_paise = price_paise + 7700 where id = $1', [product.id])
  await visit(page, '/cart')
  await expect(
    page
      .getByRole('main')
      .getByText(inTheCart(product.price + 77))
      .first(),
  ).toBeVisible()
})

test('a customer is told that the last item is sold out, and nothing is created', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  const { product } = await atTheCheckout(page, 5)
  const rival = await browser.newPage({ baseURL: shop.url })
  const rivalEmail = createEmail()
  await signIn(rival, rivalEmail)
  const [now] = (await (await rival.request.get('/api/products')).json()).filter(
    (one: { id: number }) => one.id === product.id,
  )
  const bought = await rival.request.post('/api/payments/upi/initiate', {
    headers: { origin: shop.url },
    data: createPaymentRequest([{ product, quantity: now.stock }], rivalEmail),
  })
  expect(bought.status(), await bought.text()).toBe(200)
  await rival.context().close()

  browserErrors.expect(/409 .*initiate/)
  const refused = await pressPay(page)
  expect(refused.status()).toBe(409)
  expect(await refused.json()).toMatchObject({ items: [{ productId: product.id, available: 0 }] })
  expect(await listCustomerOrders(page)).toEqual([])
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeHidden()
  await expect(
    page
      .getByRole('main')
      .getByText(/out of stock|sold out|no longer|not enough|only 0|available/i)
      .first(),
  ).toBeVisible()
})

test('a page that the phone closed behind the UPI app returns to the same payment and its countdown', async ({
  page,
}) => {
  await atTheCheckout(page, 6)
  const started = await openPaymentDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
  const secondsLeft = async () => {
    const [, minutes, seconds] = /Time left to pay (\d+):(\d\d)/.exec(await dialog.innerText()) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  const before = await secondsLeft()
  await page.reload()
  await expect(dialog.getByText(started.orderId)).toBeVisible()
  expect(await secondsLeft()).toBeLessThanOrEqual(before)
  await payAtTestBank(page, started)
  await waitForPath(page, '/orders')
  const alive = (await listCustomerOrders(page)).filter(({ status }) => status !== 'cancelled')
  expect(alive).toMatchObject([{ orderId: started.orderId, status: 'processing' }])
  await cartIsEmpty(page)
})

test('a tab that dies after paying leaves a paid order and an empty cart', async ({ page, context }) => {
  await atTheCheckout(page, 7)
  const started = await openPaymentDialog(page)
  const bank = await context.newPage()
  await page.close()
  await bank.goto(started.paymentUrl)
  const paid = bank.waitForResponse((response) => response.request().method() === 'POST')
  await bank.getByRole('button', { name: 'Pay' }).click()
  await paid
  // Chromium at times opens no page in a context whose last one closes in the middle of a navigation.
  const later = await context.newPage()
  await bank.close()

  await cartIsEmpty(later)
  await visit(later, '/orders')
  await expect(later.getByRole('main').getByText(started.orderId)).toBeVisible()
  expect(await listCustomerOrders(later)).toMatchObject([{ orderId: started.orderId, status: 'processing' }])
})

test('two quick presses start one payment', async ({ page }) => {
  await atTheCheckout(page, 8)
  await page.getByRole('button', { name: 'Pay with UPI' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeVisible()
  expect(await listCustomerOrders(page)).toHaveLength(1)
})

/** Formats an amount as the cart does: two decimals, Indian grouping. */
function inTheCart(rupees: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(rupees)
}
