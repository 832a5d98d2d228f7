import { type Browser, expect, type Page } from '@playwright/test'
import { formatDay } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { Delivery, DeliveryDay } from '#src/features/orders/delivery/delivery.contract.ts'
import { changeSettings } from '#tests/e2e/admin.ts'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findOrigin,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  payAtTestBank,
  pressPay,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'

// A shop of its own: one parcel a day would fill the days of other tests.
test.use({ variables: {}, viewport: { width: 390, height: 844 } })

const main = (page: Page) => page.getByRole('main')
const grid = (page: Page) => main(page).getByRole('grid')
const notice = (page: Page) => main(page).getByRole('alert')
const dayIn = (page: Page, { day }: DeliveryDay, reason = '') =>
  grid(page).getByRole('button', { name: `${formatDay(day)}${reason}`, exact: true })

test('in a week that is nearly full, a customer picks a free day with the keyboard and pays', async ({
  page,
  browser,
  shop,
}) => {
  await changeSettings(browser, shop.url, { dispatch: { parcelsPerDay: 1 } })
  const product = await findProductOnSale(page, 3)
  const [, second, third] = await listFreeDays(page, product)
  await fillDays(browser, { url: shop.url, product, days: [second, third] })

  await openCheckout(page, product)
  await main(page).getByRole('radio', { name: 'Choose a day' }).focus()
  await page.keyboard.press('Space')
  for (const day of [second, third]) await expect(dayIn(page, day, ', full')).toHaveAttribute('aria-disabled', 'true')
  const { height = 0, width = 0 } = (await dayIn(page, second, ', full').boundingBox()) ?? {}
  expect(Math.min(height, width)).toBeGreaterThanOrEqual(44)

  const days = await listDays(page, product)
  const nth = days.findIndex(({ state }, index) => index > 7 && state === 'free')
  const arrival = formatDay(days[nth]?.day ?? '')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  for (let steps = 7; steps < nth; steps += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText(`Arrives on ${arrival}.`)).toBeVisible()

  await payAtTestBank(page, await openPaymentDialog(page))
  await waitForPath(page, '/orders')
  await main(page)
    .getByRole('button', { name: /View Details/ })
    .click()
  await expect(page.getByText(`Expected on ${arrival}`)).toBeVisible()
})

test('a day that fills while the customer types is refused at its section, and the form stays as it was', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/ 409 /)
  await changeSettings(browser, shop.url, { dispatch: { parcelsPerDay: 1 } })
  const product = await findProductOnSale(page, 4)
  await openCheckout(page, product)
  const [, wanted, nearest] = await listFreeDays(page, product)
  await main(page).getByRole('radio', { name: 'Choose a day' }).check()
  await dayIn(page, wanted).click()
  await fillDays(browser, { url: shop.url, product, days: [wanted] })

  expect((await pressPay(page)).status()).toBe(409)
  await expect(notice(page)).toBeFocused()
  await expect(notice(page)).toContainText(`We cannot deliver on ${formatDay(wanted.day)}.`)
  await expect(notice(page)).toContainText(`The nearest day is ${formatDay(nearest.day)}.`)
  await expect(main(page).getByLabel('Street Address')).toHaveValue('12-3-456, Banjara Hills')
  await expect(dayIn(page, wanted, ', full')).toBeVisible()
  expect(await listCustomerOrders(page)).toEqual([])

  await page.reload()
  await expect(notice(page)).toContainText(`The nearest day is ${formatDay(nearest.day)}.`)
  await notice(page)
    .getByRole('button', { name: `Take ${formatDay(nearest.day)}` })
    .click()
  await expect(main(page).getByText(`Arrives on ${formatDay(nearest.day)}.`)).toBeVisible()
  const { expectedDelivery, orderId } = await openPaymentDialog(page)
  expect(expectedDelivery?.to).toBe(nearest.day)

  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(dayIn(page, nearest)).toBeVisible()
  expect(await openPaymentDialog(page)).toMatchObject({ orderId, expectedDelivery })
})

test('an order is picked up at the studio without an address, which comes back with the courier', async ({
  page,
  browser,
  shop,
}) => {
  const address = 'Plot 12, Road 3, Banjara Hills'
  await changeSettings(browser, shop.url, { dispatch: { parcelsPerDay: 0 }, pickup: { isOffered: true, address } })
  const product = await findProductOnSale(page, 5)
  await fillCart(page, product)
  await visit(page, '/cart')
  const counted = 'This total counts shipping by courier. You can choose pickup at our studio at checkout.'
  await expect(main(page).getByText(counted)).toBeVisible()
  await openCheckout(page, product)
  await main(page).getByRole('radio', { name: 'Pick up at the studio' }).check()
  await expect(main(page).getByLabel('Street Address')).toBeHidden()
  await expect(
    main(page)
      .getByText(/^Ready on \w{3}, \d+ \w+, .*M-.*M$/)
      .first(),
  ).toBeVisible()
  await main(page).getByRole('radio', { name: 'By courier' }).check()
  await expect(main(page).getByLabel('Street Address')).toHaveValue('12-3-456, Banjara Hills')

  await main(page).getByRole('radio', { name: 'Pick up at the studio' }).check()
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await summary.getByRole('button').click()
  await expect(summary.getByText('Pickup', { exact: true }).locator('+ dd')).toHaveText('FREE')
  await expect(summary.getByRole('term').filter({ hasText: 'Shipping' })).toHaveCount(0)
  const started = page.waitForRequest('**/api/payments/upi/initiate')
  await openPaymentDialog(page)
  expect((await started).postDataJSON()).toMatchObject({ deliveryMethod: 'pickup' })
  const [order] = await listCustomerOrders(page)
  expect(order?.shippingAddress.address).toBe(address)
})

test('chocolate that would melt is sent with a cool pack, which the total includes', async ({
  page,
  browser,
  shop,
}) => {
  const always = { coolPackFrom: 10, longestTransit: 6 }
  await changeSettings(browser, shop.url, {
    dispatch: { parcelsPerDay: 0 },
    heat: { classes: { bar: always, bonbon: always, truffle: always } },
  })
  const product = await findProductOnSale(page, 6)
  await openCheckout(page, product)
  await main(page).getByLabel('Pincode').fill('560001')
  await main(page).getByLabel('State', { exact: true }).selectOption('Karnataka')
  await main(page).getByRole('radio', { name: 'By courier' }).check()
  await expect(main(page).getByText(/too hot for this chocolate without cooling/)).toBeVisible()

  await page.getByRole('button', { name: 'Pay with UPI' }).click()
  await expect(notice(page)).toBeFocused()
  await expect(notice(page)).toHaveText('Please choose how we send your chocolate in this heat.')
  await main(page).getByRole('radio', { name: 'Send it with a cool pack' }).check()
  await expect(notice(page)).toBeHidden()
  const { amount } = await openPaymentDialog(page)
  expect(amount).toBe(product.price + 150 + 90)
})

test('the cart has the price of the zone, and says from what amount it ships free there', async ({
  page,
  browser,
  shop,
}) => {
  const zone = { prefix: '560', place: 'Bengaluru', from: 2, to: 4, fee: 220, freeFrom: 9000 }
  await changeSettings(browser, shop.url, { delivery: { zones: [zone] } })
  const product = await findProductOnSale(page, 7)
  await fillCart(page, product)
  await visit(page, '/cart')
  const summary = main(page).getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByText(`Add ${formatAmount(2000 - product.price)} more for FREE shipping!`)).toBeVisible()
  await main(page).getByLabel('Delivery to PIN code').fill('560001')
  await main(page).getByRole('button', { name: 'Check' }).click()
  await expect(summary.getByText(`Add ${formatAmount(9000 - product.price)} more for FREE shipping!`)).toBeVisible()
  await expect(summary.getByText('Shipping', { exact: true }).locator('+ dd')).toHaveText('₹220.00')

  await changeSettings(browser, shop.url, { delivery: { zones: [{ ...zone, freeFrom: null }] } })
  await page.reload()
  await expect(summary.getByText('Shipping', { exact: true }).locator('+ dd')).toHaveText('₹220.00')
  await expect(summary.getByText(/FREE shipping/)).toBeHidden()
})

async function openCheckout(page: Page, product: Product): Promise<string> {
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, product)
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  return email
}

async function listDays(page: Page, { id }: Product): Promise<DeliveryDay[]> {
  const answer: Delivery = await (await page.request.get(`/api/delivery?pincode=500034&products=${id}`)).json()
  return answer.offers[0]?.days ?? []
}

async function listFreeDays(page: Page, product: Product): Promise<[DeliveryDay, DeliveryDay, DeliveryDay]> {
  const [first, second, third] = (await listDays(page, product)).filter(({ state }) => state === 'free')
  if (!first || !second || !third) throw new Error('The calendar has fewer than three free days')
  return [first, second, third]
}

type Filled = { url: string; product: Product; days: DeliveryDay[] }

/** Takes the only place of each day, as other customers. */
async function fillDays(browser: Browser, { url, product, days }: Filled) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const email = createEmail()
  await signIn(page, email)
  const origin = await findOrigin(page)
  for (const { day } of days) {
    const data = { ...createPaymentRequest([{ product, quantity: 1 }], email), deliverOn: day }
    const started = await page.request.post('/api/payments/upi/initiate', { headers: { origin }, data })
    expect(started.status(), await started.text()).toBe(200)
  }
  await context.close()
}
