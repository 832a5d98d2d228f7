import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test as base, visit } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'
import { DELHIVERY_TOKEN, delhiveryScan, type FakeDelhivery, startFakeDelhivery } from '#tests/fakes/delhivery.ts'

const SECRET = 'a-secret-of-the-couriers'

/** A shop of its own, whose parcels go with Delhivery as the fake plays it. */
const test = base.extend<object, { delhivery: FakeDelhivery }>({
  delhivery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const ends: (() => void)[] = []
      await use(await startFakeDelhivery((end) => void ends.push(end)))
      for (const end of ends) end()
    },
    { scope: 'worker' },
  ],
  variables: [
    async ({ delhivery }, use) => {
      await use({ DELHIVERY_TOKEN, DELHIVERY_API_URL: delhivery.url, COURIER_WEBHOOK_SECRET: SECRET })
    },
    { scope: 'worker' },
  ],
})

/** A customer with a paid order, and the page of its tracking link. */
async function openCustomer(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page, 5)] })
  const [order] = await listCustomerOrders(page)
  await visit(page, `/orders?view=${order?.id}`)
  const path = (await page.getByRole('link', { name: 'Tracking page' }).getAttribute('href')) ?? ''
  return { page, orderId, id: order?.id ?? '', path, leave: () => context.close() }
}

const orderOf = (page: Page, orderId: string) => page.getByRole('article', { name: `Order ${orderId}` })

async function chooseDelhivery(page: Page) {
  await visit(page, '/admin?view=settings&id=courier')
  await page.getByLabel('Parcels are booked with').selectOption('Delhivery')
  await page.getByLabel('Pickup location').fill('Studio')
  await expectAccessible(page, 'the settings of the courier')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Settings Saved')
}

test('a parcel is booked with a courier, whose scans ship and deliver it, and the tracking page follows', async ({
  page,
  browser,
  shop,
  delhivery,
}) => {
  const customer = await openCustomer(browser, shop.url)
  const scan = async (wanted: Parameters<typeof delhiveryScan>[1]) => {
    const body = delhiveryScan(delhivery.shipments[0]?.waybill ?? '', wanted)
    const headers = { 'content-type': 'application/json', 'x-api-key': SECRET }
    expect((await fetch(`${shop.url}/api/parcel-scans`, { method: 'POST', headers, body })).status).toBe(200)
  }
  const follow = async (words: string) => {
    await visit(customer.page, customer.path)
    await expect(customer.page.getByRole('heading', { level: 1 })).toHaveText(words)
  }
  await openAsAdmin(page, '/admin')
  await test.step('the admin chooses the courier', () => chooseDelhivery(page))

  await test.step('a courier that is down stops no parcel from being packed', async () => {
    delhivery.setDown(true)
    await visit(page, `/admin?q=${customer.orderId}`)
    const order = orderOf(page, customer.orderId)
    await order.getByRole('button', { name: /Mark packed/ }).click()
    await order.getByRole('button', { name: /Book courier/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Courier for this order' })
    await expect(dialog.getByRole('alert')).toContainText('You can ship this parcel by hand')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(order.getByRole('button', { name: /Mark shipped/ })).toBeVisible()
    delhivery.setDown(false)
  })

  await test.step('it is booked, labelled and collected', async () => {
    await visit(page, `/admin?q=${customer.orderId}`)
    await orderOf(page, customer.orderId)
      .getByRole('button', { name: /Book courier/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Courier for this order' })
    await expect(dialog.getByRole('radio', { name: /Surface/ })).toBeChecked()
    await expect(dialog).toContainText('₹84.96')
    await expectAccessible(page, 'the rates of a courier')
    await dialog.getByRole('button', { name: 'Book courier' }).click()
    const awb = dialog.getByRole('link', { name: /^\d{14}$/ })
    await expect(awb).toHaveAttribute('href', /delhivery\.com/)
    await dialog.getByRole('button', { name: 'Request pickup' }).click()
    await expect(dialog).toContainText(/Pickup requested for \w+, \d+ \w+\./)
    await expectAccessible(page, 'a booked parcel')
    const path = (await dialog.getByRole('link', { name: 'Print label' }).getAttribute('href')) ?? ''
    expect((await page.request.get(path)).headers()['content-type']).toBe('application/pdf')
    await follow('Packed')
  })

  await test.step('the scans move it, and its tracking page says so', async () => {
    const minutes = (ago: number) => new Date(Date.now() - ago * 60_000)
    await scan({ at: minutes(3), status: 'In Transit', code: 'X-PPOM' })
    await follow('On its way')
    await scan({ at: minutes(2), status: 'Dispatched', code: 'X-DDD3FD' })
    await follow('Arriving today')
    await visit(customer.page, `/orders?view=${customer.id}`)
    await expect(customer.page.getByText('Arriving today')).toBeVisible()
    await scan({ at: minutes(1), status: 'Delivered', type: 'DL', code: 'EOD-38' })
    await follow('Delivered')
    await expect(customer.page.getByRole('main')).toContainText('Out for delivery')
    await expectAccessible(customer.page, 'the tracking page of a parcel that a courier reports')
  })

  await test.step('the admin sees what the courier reported', async () => {
    await visit(page, `/admin?q=${customer.orderId}&id=${customer.id}`)
    await expect(page.locator('section', { hasText: 'AWB' }).last()).toContainText('Out for delivery')
    await expectAccessible(page, 'an order that a courier delivered')
  })
  await customer.leave()
})
