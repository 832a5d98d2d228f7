import { expect, type Page } from '@playwright/test'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { Delivery } from '#src/features/orders/delivery/delivery.contract.ts'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findOrigin,
  listCustomerOrders,
  listProductsOnSale,
  openPaymentDialog,
  payAtTestBank,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { runBrowserFrom, runShopFrom } from '#tests/e2e/shop-clock.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'

/** A day on which the studio works, and a cool pack arrives before Sunday. */
const TUESDAY_IN_MAY = findTuesdayInMay()
const NAGPUR = '440001'

const WIDTHS = [390, 1440]
const [COOL_PACK, WAIT] = ['Send it with a cool pack', 'Wait until it is cooler']

test.use({ variables: runShopFrom(TUESDAY_IN_MAY) })
test.beforeEach(({ context }) => runBrowserFrom(context, TUESDAY_IN_MAY))

const main = (page: Page) => page.getByRole('main')
const notice = (page: Page) => main(page).getByRole('alert')

for (const width of WIDTHS)
  test.describe(`chocolate to Nagpur in May, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('truffles are refused without a choice, and go with a cool pack, which the order says', async ({
      page,
      browserErrors,
    }) => {
      browserErrors.expect(/ 409 /)
      const { product, heat } = await findHot(page, ({ category }) => category?.name === 'Truffles')
      expect([heat.wait, heat.keepsTooShort]).toEqual([null, true])
      await visit(page, `/product/${product.id}`)
      await main(page).getByLabel('Delivery to PIN code').fill(NAGPUR)
      await main(page).getByRole('button', { name: 'Check' }).click()
      await expect(main(page).getByText(heat.text)).toBeVisible()

      const email = await openCheckout(page, product)
      await expectRefusal(page, { product, email, heat })
      await expect(main(page).getByText('It does not keep long enough to wait for cooler weather.')).toBeVisible()
      await main(page).getByRole('radio', { name: COOL_PACK }).check()
      await expect(notice(page)).toBeHidden()
      await expectPromise(page, heat.coolPack)
      const started = await openPaymentDialog(page)
      const { coolPack: window, fee } = heat
      expect(started).toMatchObject({ amount: product.price + 150 + fee, expectedDelivery: daysOf(window) })
      const order = await payAndOpenOrder(page, started)
      await expect(order).toContainText(`With a cool pack.Expected ${formatDeliveryWindow(window)}`)
      await expect(order.getByText('Cool pack', { exact: true })).toBeVisible()
    })

    test('a bar can wait until it is cooler, and be cancelled in full until then', async ({ page, browserErrors }) => {
      browserErrors.expect(/ 409 /)
      const { product, heat } = await findHot(page, ({ category }) => category?.name === 'Dark')
      const { wait } = heat
      if (!wait) throw new Error('The bar cannot wait')
      const email = await openCheckout(page, product)
      await expectRefusal(page, { product, email, heat })
      await main(page).getByRole('radio', { name: WAIT }).check()
      await expectPromise(page, wait)
      const started = await openPaymentDialog(page)
      expect(started).toMatchObject({ amount: product.price + 150, expectedDelivery: daysOf(wait) })
      const order = await payAndOpenOrder(page, started)
      await expect(order.getByText('Waits for cooler weather')).toBeVisible()
      await expect(order).toContainText(
        `We send it when it is cooler. Until we pack it, you can cancel it for a full refund.Expected ${formatDeliveryWindow(wait)}`,
      )
      await order.getByRole('button', { name: /Cancel Order/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes, Cancel It' }).click()
      await expect(order.getByText(/We will refund|Refunded/)).toBeVisible()
    })
  })

/** The first Tuesday of the next May, at 11 in India. */
function findTuesdayInMay(): Date {
  const today = new Date()
  const year = today.getUTCMonth() < 4 ? today.getUTCFullYear() : today.getUTCFullYear() + 1
  const first = new Date(`${year}-05-01T11:00:00+05:30`)
  return new Date(first.getTime() + ((9 - first.getUTCDay()) % 7) * 86_400_000)
}

async function findHot(page: Page, isWanted: (product: Product) => boolean) {
  const product = (await listProductsOnSale(page)).find((found) => isWanted(found) && found.price < 2000)
  if (!product) throw new Error('The demo sells no such product')
  const answer = await page.request.get(`/api/delivery?pincode=${NAGPUR}&products=${product.id}`)
  const { heat }: Delivery = await answer.json()
  if (!heat?.coolPack) throw new Error('The heat of May asks for no cool pack')
  return { product, heat: { ...heat, coolPack: heat.coolPack } }
}

type Heat = Awaited<ReturnType<typeof findHot>>['heat']

const daysOf = ({ from, to }: Heat['coolPack']) => ({ from, to })

async function openCheckout(page: Page, product: Product): Promise<string> {
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, product)
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  await main(page).getByLabel('City').fill('Nagpur')
  await main(page).getByLabel('Pincode').fill(NAGPUR)
  await main(page).getByLabel('State', { exact: true }).selectOption('Other')
  await main(page).getByLabel('State or union territory').selectOption('Maharashtra')
  return email
}

/** The page asks for the new date after a choice. The shop refuses a payment that was started with the old one. */
const expectPromise = (page: Page, window: Heat['coolPack']) =>
  expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(
    `Expected delivery ${formatDeliveryWindow(window)}`,
  )

type Refused = { product: Product; email: string; heat: Heat }

/** The form names each possible way, and so does the shop if the form is passed by. Nothing is reserved. */
async function expectRefusal(page: Page, { product, email, heat }: Refused) {
  const ask = 'Please choose how we send your chocolate in this heat.'
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(ask)
  await page.getByRole('button', { name: 'Pay with UPI' }).click()
  await expect(notice(page)).toBeFocused()
  await expect(notice(page)).toHaveText(ask)
  await expectWay(page, { name: COOL_PACK, window: heat.coolPack })
  await expectWay(page, { name: WAIT, window: heat.wait })

  const request = createPaymentRequest([{ product, quantity: 1 }], email)
  const shippingAddress = { ...request.shippingAddress, city: 'Nagpur', state: 'Maharashtra', pincode: NAGPUR }
  const headers = { origin: await findOrigin(page) }
  const data = { ...request, shippingAddress }
  const refused = await page.request.post('/api/payments/upi/initiate', { headers, data })
  expect(refused.status()).toBe(409)
  expect(await refused.text()).toContain(heat.text)
  expect(await listCustomerOrders(page)).toEqual([])
}

async function expectWay(page: Page, { name, window }: { name: string; window: Heat['wait'] }) {
  const way = main(page).getByRole('radio', { name })
  if (window === null) return expect(way).toHaveCount(0)
  return expect(way).toHaveAccessibleDescription(new RegExp(`Arrives ${formatDeliveryWindow(window)}`))
}

async function payAndOpenOrder(page: Page, started: Awaited<ReturnType<typeof openPaymentDialog>>) {
  await payAtTestBank(page, started)
  await waitForPath(page, '/orders')
  // Written by the database, which must have the shop's clock.
  const [{ createdAt } = { createdAt: '' }] = await listCustomerOrders(page)
  expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(TUESDAY_IN_MAY.getTime())
  const order = page.getByRole('article').filter({ hasText: started.orderId })
  await order.getByRole('button', { name: /View Details/ }).click()
  await expect(order.getByText('Order placed')).toBeVisible()
  return order
}
