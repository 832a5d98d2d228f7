import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'
import type { ShopProcess } from '#tests/shop-process.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** A customer with this many orders. */
async function aBuyer(browser: Browser, shop: ShopProcess, times: number) {
  const context = await browser.newContext({ baseURL: shop.url })
  const page = await context.newPage()
  const email = createEmail()
  await signIn(page, email)
  const orderIds: string[] = []
  for (let nth = 0; nth < times; nth++)
    orderIds.push(await placeOrderByApi(page, { email, products: [await findProductOnSale(page, 11 + nth)] }))
  return { page, email, orderIds, leave: () => context.close() }
}

const orderOf = (page: Page, orderId: string) => page.getByRole('article', { name: `Order ${orderId}` })

type Move = { orderId: string; status: string; question: string }

/** Retries until the dialog opens: the page may not be hydrated yet. */
async function changeStatus(page: Page, { orderId, status, question }: Move) {
  const dialog = page.getByRole('dialog', { name: question })
  await expect(async () => {
    await orderOf(page, orderId).getByRole('combobox').selectOption(status)
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  return dialog
}

async function find(page: Page, words: string) {
  const search = page.getByRole('searchbox', { name: 'Find an order' })
  await expect(async () => {
    await search.fill(words)
    await search.press('Enter')
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === words, { timeout: 3000 })
  }).toPass()
}

test('the admin finds orders, prints three, packs and ships one, and its customer tracks the parcel', async ({
  page,
  browser,
  shop,
}) => {
  const buyer = await aBuyer(browser, shop, 3)
  const [orderId = ''] = buyer.orderIds
  await openAsAdmin(page, '/admin?status=pack')

  await test.step('an order is found by its number, and all orders of a customer by their e-mail', async () => {
    await find(page, orderId)
    await expect(orderOf(page, orderId)).toBeVisible()
    await expect(page.getByRole('article', { name: /^Order / })).toHaveCount(1)
    await find(page, buyer.email)
    for (const each of buyer.orderIds) await expect(orderOf(page, each)).toBeVisible()
  })

  await test.step('slips, labels and the pick list of three are pages to print', async () => {
    for (const each of buyer.orderIds) await page.getByRole('checkbox', { name: `Choose ${each}` }).check()
    const chosen = page.getByRole('region', { name: 'Chosen orders' })
    await expect(chosen).toContainText('3 orders chosen')
    await expectAccessible(page, 'the orders with three chosen')
    for (const [name, what] of [
      ['Packing slips', '.slip'],
      ['Address labels', '.parcel'],
    ] as const) {
      const opened = page.waitForEvent('popup')
      await chosen.getByRole('link', { name }).click()
      const print = await opened
      await expect(print.locator(what)).toHaveCount(3)
      for (const each of buyer.orderIds) await expect(print.locator(what, { hasText: each })).toBeVisible()
      await expectAccessible(print, name)
      expect((await print.pdf({ preferCSSPageSize: true })).byteLength).toBeGreaterThan(1000)
      await print.close()
    }
    const opened = page.waitForEvent('popup')
    await chosen.getByRole('link', { name: 'Pick list' }).click()
    const pick = await opened
    await expect(pick.getByRole('cell', { name: /^\d products?$/ })).toBeVisible()
    await pick.close()
    await chosen.getByRole('button', { name: 'Clear' }).click()
    await expect(chosen).toHaveCount(0)
  })

  await test.step('it is packed, and then ready to ship', async () => {
    await orderOf(page, orderId)
      .getByRole('button', { name: /Mark packed/ })
      .click()
    await expectToast(page, 'Order Updated')
    await visit(page, '/admin')
    await page.getByRole('button', { name: 'Packed', exact: true }).click()
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('status') === 'ready')
    await expect(orderOf(page, orderId)).toContainText('Packed')
  })

  await test.step('it is shipped with the number of its parcel', async () => {
    await expect(orderOf(page, orderId).getByRole('button', { name: /Not packed after all/ })).toBeVisible()
    await orderOf(page, orderId)
      .getByRole('button', { name: /Mark shipped/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Ship this order?' })
    await expectAccessible(page, 'the question before shipping')
    await dialog.getByLabel('Courier').fill('Delhivery')
    await dialog.getByRole('button', { name: 'Mark shipped' }).click()
    await expect(dialog.getByRole('alert')).toContainText('both the courier and the number')
    await dialog.getByLabel('Tracking number').fill('ab 1234 5678')
    await dialog.getByRole('button', { name: 'Mark shipped' }).click()
    await expectToast(page, 'Order Updated')
    await expect(orderOf(page, orderId)).toHaveCount(0)
  })

  await test.step('a note is visible to admins only', async () => {
    await find(page, orderId)
    await page.getByRole('button', { name: `View details of ${orderId}` }).click()
    await expect(page).toHaveURL(({ searchParams }) => searchParams.has('id'))
    await page.getByLabel('Note', { exact: true }).fill('Rang: leave it at the gate')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expectToast(page, 'Note Added')
    const happened = page.locator('section', { hasText: 'What happened' })
    for (const text of [
      'Rang: leave it at the gate',
      'From processing to shipped',
      'Packed',
      `E-mail to ${buyer.email}`,
    ])
      await expect(happened.getByText(text).first()).toBeVisible()
    await expectAccessible(page, 'the details of an order')
  })

  await test.step('the customer sees the tracking number in the order and in the message', async () => {
    await visit(buyer.page, '/orders')
    await buyer.page.getByRole('button', { name: `View Details of ${orderId}` }).click()
    const parcel = buyer.page.getByRole('link', { name: 'AB12345678' })
    await expect(parcel).toHaveAttribute('href', 'https://www.delhivery.com/track/package/AB12345678')
    await expect(buyer.page.getByText('Rang: leave it')).toHaveCount(0)
    const messages = await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(buyer.email)}`)).json()
    expect(JSON.stringify(messages)).toContain('tracking number is AB12345678')
  })
  await buyer.leave()
})

/** The refunds that are sent without an admin. */
async function setRefunds(page: Page, origin: string, value: { automaticUpTo: number; automaticPerDay: number }) {
  const path = '/api/admin/settings/refunds'
  const { version } = await (await page.request.get(path)).json()
  const answer = await page.request.put(path, { headers: { origin }, data: { version, value } })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('the admin cancels a paid order with a reason, and refunds it from the list with one tap', async ({
  page,
  browser,
  shop,
}) => {
  const buyer = await aBuyer(browser, shop, 1)
  const [orderId = ''] = buyer.orderIds
  await openAsAdmin(page, `/admin?q=${orderId}`)
  await setRefunds(page, shop.url, { automaticUpTo: 0, automaticPerDay: 0 })
  const dialog = await changeStatus(page, { orderId, status: 'cancelled', question: 'Cancel this order?' })
  await expect(dialog).toContainText('list of refunds')
  await dialog.getByLabel('Reason').fill('The last bar broke')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expectToast(page, 'Order Updated')
  await page.getByRole('button', { name: `View details of ${orderId}` }).click()
  await expect(page.getByText('The last bar broke')).toBeVisible()
  await expect(page.getByText('To be refunded')).toBeVisible()

  await visit(page, '/admin/payments?status=decide')
  const owed = page.getByRole('main').getByRole('listitem').filter({ hasText: orderId })
  await expectAccessible(page, 'the money that goes back')
  const sendBack = owed.getByRole('button', { name: /^Refund ₹/ })
  expect((await waitForWrite(page, () => sendBack.click())).status()).toBe(200)
  await expect(owed).toHaveCount(0)
  await visit(buyer.page, '/orders')
  await buyer.page.getByRole('button', { name: `View Details of ${orderId}` }).click()
  // The refund is sent within seconds.
  await expect(async () => {
    await buyer.page.reload()
    await expect(buyer.page.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 3000 })
  }).toPass()
  await buyer.leave()
  await setRefunds(page, shop.url, { automaticUpTo: 5000, automaticPerDay: 25_000 })
})

test('gateway doubt 5: an order that its customer cancels is refunded without an admin', async ({
  page,
  browser,
  shop,
}) => {
  const buyer = await aBuyer(browser, shop, 1)
  const [orderId = ''] = buyer.orderIds
  await visit(buyer.page, '/orders')
  await buyer.page.getByRole('button', { name: `View Details of ${orderId}` }).click()
  await buyer.page.getByRole('button', { name: /Cancel Order/ }).click()
  await buyer.page.getByRole('button', { name: 'Yes, Cancel It' }).click()
  await expect(async () => {
    await buyer.page.reload()
    await expect(buyer.page.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 3000 })
  }).toPass()
  await openAsAdmin(page, '/admin/payments?status=decide')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: orderId })).toHaveCount(0)
  await buyer.leave()
})

test('a status that cannot be saved shows an error, and the order stays as it was', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/ 500 |answer 500/)
  const buyer = await aBuyer(browser, shop, 1)
  const [orderId = ''] = buyer.orderIds
  await openAsAdmin(page, '/admin')
  await find(page, orderId)
  await page.route('**/api/orders/*/status', (route) => route.fulfill({ status: 500, body: '{}' }))
  await orderOf(page, orderId).getByRole('combobox').selectOption('completed')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark delivered' }).click()
  await expectToast(page, 'Update Failed')
  await expectToast(page, 'Failed to update order status. Please try again.')
  await expect(orderOf(page, orderId).getByRole('combobox')).toHaveValue('processing')
  await buyer.leave()
})
