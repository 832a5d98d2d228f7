import { expect, type Page } from '@playwright/test'
import { openAsAdmin, signInThroughAdminForm } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, waitForPath } from '#tests/e2e/fixtures.ts'
import { openAdminApi, orderAsNewCustomer, placeOrderByApi } from '#tests/e2e/place-orders.ts'
import { ADMIN } from '#tests/shop-process.ts'

test.use({ viewport: { width: 390, height: 844 } })

const main = (page: Page) => page.getByRole('main')
const waiting = (page: Page, what: RegExp) =>
  page.getByRole('region', { name: 'Today' }).getByRole('link', { name: what })

test('an order that is paid in another browser appears on the dashboard without a reload', async ({
  page,
  browser,
  shop,
}) => {
  await signInThroughAdminForm(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const count = async () => Number(/\d+/.exec((await waiting(page, /to pack/).allInnerTexts()).join()) ?? 0)
  await expect(waiting(page, /to pack/)).toBeVisible()
  const before = await count()
  const orderId = await orderAsNewCustomer(browser, { url: shop.url })
  await expect.poll(count).toBe(before + 1)
  await expect(page.getByText('New order').first()).toBeVisible()
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(orderId)
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect(main(page).getByRole('heading', { name: orderId })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('every to-do is one tap away, and gone when it is done', async ({ page, browser, shop }) => {
  const orderId = await orderAsNewCustomer(browser, { url: shop.url })
  await openAsAdmin(page, '/admin')
  await waiting(page, /to pack/).click()
  await expect(page).toHaveURL(/\/admin\?status=pack$/)
  await expect(main(page).getByRole('heading', { name: orderId })).toBeVisible()
  const stock = waiting(page, /low in stock/)
  if (await stock.count()) {
    await stock.click()
    await expect(page).toHaveURL(/tab=products/)
    await expect(page.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true')
  }
})

test('every change is in the audit log, with its author and the previous value', async ({ page, browser, shop }) => {
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page)] })
  const { id } = (await listCustomerOrders(page)).find((order) => order.orderId === orderId) ?? { id: '' }
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'shipped')
  await admin.leave()
  await page.context().clearCookies()

  await openAsAdmin(page, '/admin')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  const change = main(page)
    .getByRole('listitem')
    .filter({ hasText: /processing\s*→\s*shipped/ })
  await expect(change.first()).toContainText('Order marked as shipped')
  await expect(change.first()).toContainText(ADMIN.email)
  await expect(change.first()).toContainText(/processing\s*→\s*shipped/)
  await page.getByLabel('What').selectOption('Batch')
  await expect(change).toHaveCount(0)
  await page.getByLabel('What').selectOption('Order')
  await page.getByLabel('Which one').fill(id)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL(new RegExp(`id=${id}`))
  await expect(change.first()).toBeVisible()
})

test('a session that was ended elsewhere says so, and opens no page', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/401/)
  test.setTimeout(120_000)
  await signInThroughAdminForm(page)
  const context = await browser.newContext({ baseURL: shop.url })
  const phone = await context.newPage()
  await signInThroughAdminForm(phone)
  await phone.getByRole('link', { name: 'Security', exact: true }).click()
  const others = phone.getByRole('button', { name: /^End session/ })
  await expect(others.first()).toBeVisible()
  for (let left = await others.count(); left > 0; left--) {
    await others.first().click()
    await expect(others).toHaveCount(left - 1)
  }
  await expect(page.getByText('Your session is over.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('tab', { name: 'Products' }).click()
  await waitForPath(page, '/admin-login')
  await context.close()
})

test('an unexpected error is shown as a message of the shop', async ({ page, browserErrors }) => {
  browserErrors.expect(/page error|console/)
  await openAsAdmin(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible()
  await page.evaluate(() => {
    Promise.reject(new Error('nobody waits for this'))
  })
  const notice = page.getByRole('region', { name: /Notifications/ })
  await expect(notice).toContainText('Operation Failed')
  await expect(notice).toContainText('An unexpected error occurred. Please try again.')
})

test('the dashboard has four figures, three tabs and links to the other admin pages', async ({ page }) => {
  await openAsAdmin(page, '/admin')
  for (const figure of ['Total revenue', 'Orders today', 'Products', 'Low stock'])
    await expect(main(page).locator('dt').filter({ hasText: figure })).toBeVisible()
  await expect(main(page).getByRole('alert')).toContainText(/products? (is|are) low in stock/)
  for (const tab of ['Products', 'Analytics', 'Orders']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toBeVisible()
  }
  await main(page).getByRole('link', { name: 'Payment Portal' }).click()
  await waitForPath(page, '/admin/payments')
  // Logging out while a list is loading gives it a 401.
  const listed = page.waitForResponse(/api\/admin\/custom-orders\?/)
  await main(page).getByRole('link', { name: 'Custom Orders' }).click()
  await waitForPath(page, '/admin/custom-orders')
  await listed
  await page.getByRole('button', { name: 'Logout' }).click()
  await waitForPath(page, '/admin-login')
  expect((await page.request.get('/api/dashboard/stats')).status()).toBe(401)
  expect(await page.evaluate(() => localStorage.getItem('admin_authenticated'))).toBeNull()
})
