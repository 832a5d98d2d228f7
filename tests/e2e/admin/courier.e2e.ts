import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import {
  createEmail,
  decideAtTestBank,
  fillCart,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  signIn,
} from '#tests/e2e/customer.ts'
import { test as base, visit } from '#tests/e2e/fixtures.ts'
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

/** A customer on a phone who buys and pays, and the page of the tracking link. */
async function openCustomer(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const email = createEmail()
  await signIn(page, email)
  const product = await findProductOnSale(page, 5)
  await fillCart(page, product)
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  const started = await openPaymentDialog(page)
  await decideAtTestBank(page, started, 'Pay')
  await expect.poll(async () => (await listCustomerOrders(page))[0]?.status).toBe('processing')
  const [order] = await listCustomerOrders(page)
  await visit(page, `/orders?view=${order?.id}`)
  const path = (await page.getByRole('link', { name: 'Tracking page' }).getAttribute('href')) ?? ''
  return { page, product, orderId: started.orderId, id: order?.id ?? '', path, leave: () => context.close() }
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

test('a parcel that a courier brings arrives melted, and its replacement is sent with the courier, too', async ({
  page,
  browser,
  shop,
  browserErrors,
  delhivery,
}) => {
  test.setTimeout(240_000)
  browserErrors.expect(/400 .*\/problem/)
  const customer = await test.step('a customer buys and pays', () => openCustomer(browser, shop.url))
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000)
  const scan = async (wanted: Parameters<typeof delhiveryScan>[1]) => {
    const body = delhiveryScan(delhivery.shipments.at(-1)?.waybill ?? '', wanted)
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

  const ticket = await test.step('it arrived melted: the customer reports it', () => reportMelted(customer))
  await test.step('the admin sees photo and journey, and sends the bar again', () =>
    sendReplacement(page, { ...customer, ticket }))

  const replacement = await test.step('the customer has an order of the bar again, at no cost', async () => {
    await visit(customer.page, `/orders?view=${customer.id}`)
    await expect(customer.page.getByText('Settled: we send it again, as order')).toBeVisible()
    await expect(customer.page.getByText('a replacement, at no cost')).toBeVisible()
    const [order] = (await listCustomerOrders(customer.page)).filter(({ isReplacement }) => isReplacement)
    const lines = order?.items.map(({ product, quantity, price }) => [product.name, quantity, price])
    expect(lines).toEqual([[customer.product.name, 1, 0]])
    return { orderId: order?.orderId ?? '', id: order?.id ?? '' }
  })

  await test.step('it is packed, booked and shipped as an order of its own', async () => {
    await visit(page, `/admin?q=${replacement.orderId}`)
    const order = orderOf(page, replacement.orderId)
    await expect(order).toContainText(`1 × ${customer.product.name}`)
    await order.getByRole('button', { name: /Mark packed/ }).click()
    await order.getByRole('button', { name: /Book courier/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Courier for this order' })
    await dialog.getByRole('button', { name: 'Book courier' }).click()
    await expect(dialog.getByRole('link', { name: /^\d{14}$/ })).toBeVisible()
    expect(delhivery.shipments.map(({ order: reference }) => reference)).toEqual([
      customer.orderId,
      replacement.orderId,
    ])
    await scan({ at: minutes(3), status: 'In Transit', code: 'X-PPOM' })
    await visit(page, `/admin?q=${replacement.orderId}`)
    await expect(order.getByText('Shipped', { exact: true }).first()).toBeVisible()
    await expect(orderOf(page, customer.orderId)).toBeHidden()
  })

  await test.step('a failed delivery is on the to-do list until the admin notes it', async () => {
    await scan({ at: minutes(2), status: 'Pending', code: 'EOD-11' })
    await visit(page, '/admin?status=trouble')
    const order = orderOf(page, replacement.orderId)
    await expect(order.getByText('Not delivered')).toBeVisible()
    await order.getByRole('button', { name: /View details/ }).click()
    const noted = page.getByRole('button', { name: 'Noted: Not delivered' })
    await expect(noted).toBeVisible()
    await expectAccessible(page, 'an order with a delivery problem')
    await noted.click()
    await expect(page.getByText('No parcel has a delivery problem.')).toBeVisible()
  })
  await customer.leave()
})

type Customer = Awaited<ReturnType<typeof openCustomer>>

/** Returns the number of the ticket. */
async function reportMelted({ page, id }: Customer): Promise<string> {
  await visit(page, `/orders?view=${id}`)
  await page.getByRole('button', { name: 'Report a Problem' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByLabel('What is wrong?')).toHaveAccessibleDescription('Please choose what is wrong.')
  await expect(dialog.getByLabel('What is wrong?')).toBeFocused()
  await expect(dialog.getByLabel('What happened?')).toHaveAccessibleDescription('Please say what is wrong.')
  await dialog.getByLabel('What is wrong?').selectOption('Melted')
  await dialog.getByLabel('What happened?').fill('The box was warm, and the bar has melted.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Report a Problem' }).click()
  await expect(dialog.getByLabel('What happened?')).toHaveValue('The box was warm, and the bar has melted.')
  await expect(dialog.getByLabel('What is wrong?')).toHaveValue('melted')
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#4a2512' } })
    .jpeg()
    .toBuffer()
  await dialog.getByLabel('Add Photos').setInputFiles([
    { name: 'melted.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'notes.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  ])
  await expect(dialog.getByRole('alert').filter({ hasText: 'notes.gif: We can read' })).toBeVisible()
  await expect(dialog.getByAltText('1 of your photos')).toBeVisible()
  await expectAccessible(page, 'the report of a problem')
  await dialog.getByLabel('What would you like?').selectOption('A replacement')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByRole('heading', { name: 'We have your report' })).toBeVisible()
  const [number = ''] = /SC-\d+/.exec(await dialog.innerText()) ?? []
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText(`${number}: Melted`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Problems with this order' })).toBeVisible()
  await expect(page.getByText('You would like: A replacement')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 of your photos, enlarge' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report a Problem' })).toBeHidden()
  return number
}

async function sendReplacement(inbox: Page, { orderId, product, ticket }: Customer & { ticket: string }) {
  await visit(inbox, `/admin?view=inbox&q=${ticket}`)
  await inbox.getByRole('button', { name: `Melted: order ${orderId}` }).click()
  await expect(inbox.getByAltText('1 of 1 from the customer')).toBeVisible()
  await expect(inbox.getByText('A replacement', { exact: true })).toBeVisible()
  await expectAccessible(inbox, 'a problem in the inbox')
  await inbox.getByRole('button', { name: 'Refund', exact: true }).click()
  const amount = inbox.getByLabel('Refund in rupees')
  await expect(amount).toHaveAccessibleDescription(/The customer paid .* for these pieces and ₹150\.00 for shipping\./)
  const proposed = product.price + 150
  await expect(amount).toHaveValue(String(proposed))
  await amount.fill('9999')
  await expect(amount).toHaveAccessibleDescription(/At most .* can be refunded\./)
  await inbox.getByRole('button', { name: 'Refund', exact: true }).last().click()
  await expect(amount).toBeFocused()
  await amount.fill('50')
  await expect(inbox.getByRole('button', { name: 'Refund ₹50.00' })).toBeVisible()
  await expect(inbox.getByText('We refund ₹50.00 to the account that you paid from.')).toBeVisible()
  await expect(inbox.getByLabel('Your reply')).toBeHidden()
  await inbox.getByRole('button', { name: 'Close without a reply' }).click()
  await inbox.getByRole('button', { name: 'Leave it open' }).click()
  await inbox.getByRole('button', { name: 'Replacement', exact: true }).click()
  await inbox.getByRole('button', { name: 'Send a Replacement' }).click()
  await expectToast(inbox, 'Problem Settled')
}
