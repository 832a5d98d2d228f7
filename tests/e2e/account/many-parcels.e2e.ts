import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import type { Order, OrderDetails, OrderParcel } from '#src/features/orders/orders.contract.ts'
import type { GiftParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { createEmail, findOrigin, findProductOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { createParcels } from '#tests/factories/parcels.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import { ADMIN } from '#tests/shop-process.ts'

const COUNT = 40
const A_DAY = 15

test.use({ variables: {} })

/** Pays for parcels of one product through the API; returns the number of the order. */
async function sendToSeveral(page: Page, parcels: GiftParcel[], promoCode?: string): Promise<string> {
  const [origin, product] = [await findOrigin(page), await findProductOnSale(page)]
  const order = createPaymentRequest([{ product, quantity: 1 }], 'asha@golconda.example')
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: { origin }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const heat = 'cool-pack'
  const { total } = await post('/api/orders/parcels/price', { parcels, items: order.items, heat, promoCode })
  const { clientTxnId } = await post('/api/payments/upi/initiate', {
    ...order,
    amount: total,
    parcels,
    heat,
    promoCode,
  })
  await post(`/api/demo/upi/${clientTxnId}`, { outcome: 'success' })
  return order.orderId
}

async function openAdminRequest(browser: Browser, baseURL: string): Promise<APIRequestContext> {
  const { request } = await browser.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
  expect((await request.post('/api/admin/login', { data: ADMIN })).status()).toBe(200)
  return request
}

async function limitDays(admin: APIRequestContext) {
  const path = '/api/admin/settings/dispatch'
  const before = await (await admin.get(path)).json()
  const saved = await admin.put(path, { data: { ...before, value: { ...before.value, parcelsPerDay: A_DAY } } })
  expect(saved.status(), await saved.text()).toBe(200)
}

/** Packs, and sends, the parcels of each day of dispatch, one day after the other. */
async function packDays(admin: APIRequestContext, orderId: string): Promise<number[]> {
  const all: Order[] = await (await admin.get(`/api/orders?limit=200&q=${orderId}`)).json()
  const days = Map.groupBy(
    all.filter(({ status }) => status === 'processing'),
    ({ shipOn }) => shipOn ?? '',
  )
  const packed: number[] = []
  for (const day of [...days.keys()].sort()) {
    const parcels = days.get(day) ?? []
    for (const { id } of parcels)
      expect((await admin.put(`/api/admin/orders/${id}/packed`, { data: { packed: true } })).status()).toBe(200)
    packed.push(parcels.length)
  }
  return packed
}

const readParcels = async (page: Page, orderId: string): Promise<OrderParcel[]> => {
  const [order]: Order[] = (await (await page.request.get('/api/orders?own=true')).json()).filter(
    (one: Order) => one.orderId === orderId,
  )
  const details: OrderDetails = await (await page.request.get(`/api/orders/${order?.id}`)).json()
  return details.parcels
}

test('a customer follows forty parcels paid at once, cancels one, and the admin packs the others over three days', async ({
  page,
  browser,
  shop,
}) => {
  test.setTimeout(180_000)
  const admin = await openAdminRequest(browser, shop.url)
  await limitDays(admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, createEmail())
  const items = [{ productId: (await findProductOnSale(page)).id, quantity: 2 }]
  const orderId = await sendToSeveral(
    page,
    createParcels(COUNT, (nth) => (nth === 1 ? { items } : {})),
  )
  const parcels = await readParcels(page, orderId)
  expect(parcels).toHaveLength(COUNT)

  const order = page.getByRole('article', { name: orderId })
  const list = page.getByRole('region', { name: 'Parcels' })
  await test.step('the order is one in the list, with a map of its parcels', async () => {
    await visit(page, '/orders')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(order).toContainText(`To ${COUNT} people`)
    await order.getByRole('button', { name: `View Details of ${orderId}` }).click()
    await expect(list.locator('details')).toHaveCount(COUNT)
    await expect(list).toContainText('2 ×')
    await expectAccessible(page, 'the map on a phone')
    await page.screenshot({ path: test.info().outputPath('phone.png') })
    await list.getByLabel('Find a person').fill('kumar ac')
    await expect(list.locator('details')).toHaveCount(1)
  })

  await test.step('one parcel is cancelled, and only it is refunded', async () => {
    await list.getByText('Ravi Kumar AC').click()
    await expect(list).toContainText('Dear Ravi AC')
    await list.screenshot({ path: test.info().outputPath('parcel.png') })
    await list.getByRole('button', { name: 'Cancel Parcel 3, Ravi Kumar AC' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this parcel?' })
    await expect(dialog).toContainText('The other parcels do not change.')
    await waitForWrite(page, () => dialog.getByRole('button', { name: 'Yes, Cancel It' }).click())
    await expect(list.getByText('Ravi Kumar AC')).toBeFocused()
    await expect(list).toContainText(/will be refunded|refunded/)
    await list.getByLabel('Find a person').fill('')
    await list.getByRole('button', { name: 'Cancelled (1)' }).click()
    await expect(list.locator('details')).toHaveCount(1)
  })

  await test.step('the admin finds and prints all parcels, and packs them over three days', async () => {
    const days = await packDays(admin, orderId)
    expect(days.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...days)).toBe(A_DAY)
    expect(days.reduce((sum, one) => sum + one, 0)).toBe(COUNT - 1)
    for (const { id } of parcels.slice(0, 2))
      await admin.put(`/api/orders/${id}/status`, {
        data: { status: 'shipped', tracking: { courier: 'Blue Dart', number: `BD12345${id.slice(0, 4)}` } },
      })
    const adminPage = await (await browser.newContext({ baseURL: shop.url })).newPage()
    for (const width of [1440, 390]) {
      await adminPage.setViewportSize({ width, height: 900 })
      await openAsAdmin(adminPage, `/admin?q=${orderId}&id=${parcels[3]?.id}`)
      const row = adminPage.getByRole('article', { name: `Order ${orderId}-4`, exact: true })
      await expect(row).toContainText(`Parcel 4 of ${COUNT}`)
      await adminPage.getByRole('button', { name: `Choose all ${COUNT - 1} to print` }).click()
      await expect(adminPage.getByRole('region', { name: 'Chosen orders' })).toContainText(`${COUNT - 1}`)
      await adminPage.getByRole('button', { name: /^Choose all/ }).scrollIntoViewIfNeeded()
      await expectAccessible(adminPage, `the admin at ${width}`)
      await adminPage.screenshot({ path: test.info().outputPath(`admin-${width}.png`) })
    }
    for (const kind of ['Packing slips', 'Address labels', 'Message cards']) {
      const link = adminPage.getByRole('region', { name: 'Chosen orders' }).getByRole('link', { name: kind })
      const printed = await adminPage.context().newPage()
      await printed.goto((await link.first().getAttribute('href')) ?? '')
      await expect(printed.locator('body')).toContainText(`${orderId}-${COUNT}`)
      await printed.pdf({ path: test.info().outputPath(`${kind}.pdf`), preferCSSPageSize: true })
    }
    await adminPage.context().close()
  })

  await test.step('the customer confirms a delivery, also on a large screen', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, `/orders?view=${parcels[1]?.id}`)
    await expect(order).toContainText('2 on the way, 37 being prepared, 1 cancelled')
    const row = list.locator('details').filter({ hasText: 'Ravi Kumar AB' })
    await expect(row.getByRole('link', { name: /^BD12345/ })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('desktop.png') })
    await waitForWrite(page, () => row.getByRole('button', { name: /^I received it/ }).click())
    await expect(order).toContainText('1 of 40 delivered, 1 on the way, 37 being prepared, 1 cancelled')
    await expectAccessible(page, 'the map on a large screen')
  })

  await test.step('the admin refunds a part of one parcel, which he chooses', async () => {
    const adminPage = await (await browser.newContext({ baseURL: shop.url })).newPage()
    await openAsAdmin(adminPage, `/admin/payments?q=${orderId}`)
    await adminPage.getByRole('button', { name: /^Timeline of / }).click()
    await adminPage.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Refund a parcel?' })
    await dialog.getByLabel('Parcel').selectOption(`${orderId}-5`)
    await expect(dialog.getByLabel('Amount in rupees')).not.toHaveValue('')
    await adminPage.screenshot({ path: test.info().outputPath('refund.png') })
    await dialog.getByLabel('Amount in rupees').fill('50')
    await dialog.getByLabel('Reason').fill('One bar was broken.')
    await waitForWrite(adminPage, () => dialog.getByRole('button', { name: 'Refund' }).click())
    await expect(dialog).toBeHidden()
    await expect(adminPage.getByText(`${orderId}-5: `).first()).toBeVisible()
    await adminPage.context().close()
  })
})

test('a customer reads why one parcel is not to be cancelled alone: the promo code of the others needs it', async ({
  page,
  browser,
  shop,
}) => {
  const admin = await openAdminRequest(browser, shop.url)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, createEmail())
  const { price } = await findProductOnSale(page)
  const terms = { code: 'TOGETHER', percent: 10, amount: null, minSubtotal: 2 * price }
  const data = { ...terms, startsOn: null, lastDay: null, maxUses: null }
  expect((await admin.post('/api/admin/promotions', { data })).ok()).toBe(true)
  const orderId = await sendToSeveral(page, createParcels(2), terms.code)
  const [parcel] = await readParcels(page, orderId)
  await visit(page, `/orders?view=${parcel?.id}`)
  const list = page.getByRole('region', { name: 'Parcels' })
  await list.getByText('Ravi Kumar AB').click()
  const why = 'To cancel this parcel, please write to us: the price of the other parcels depends on this one.'
  await expect(list.getByText(why)).toHaveCount(2)
  await expect(list.getByRole('button', { name: /^Cancel Parcel/ })).toHaveCount(0)
  await expectAccessible(page, 'parcels that are not cancelled alone')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await list.screenshot({ path: test.info().outputPath(`together-${width}.png`) })
  }
  await list.getByRole('link', { name: 'write to us' }).first().click()
  await expect(page).toHaveURL(/\/contact$/)
})
