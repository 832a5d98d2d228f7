import { expect, type Page } from '@playwright/test'
import { ADMIN_VIEWS, DASHBOARD_TABS } from '#src/features/admin/layout/admin-nav.tsx'
import { expectAccessible, expectAccessibleAtWidths, listAllPaths } from '#tests/e2e/accessibility.ts'
import {
  addProductToCart,
  createEmail,
  fillCart,
  fillCheckout,
  findProductOnSale,
  openPaymentDialog,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'
import { ADMIN } from '#tests/shop-process.ts'

const banner = (page: Page) => page.getByRole('banner')

test.use({ viewport: { width: 390, height: 900 } })
test.setTimeout(300_000)

test('every screen is accessible to a visitor, at every width', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  const strange = ['/products?q=zzzz', '/product/999999', '/nothing-here', '/traceability?batch=GC-0000-9']
  const seen = new Set<string>()
  for (const path of [...(await listAllPaths(page)), ...strange]) {
    await visit(page, path)
    // Several routes show a visitor the same screen.
    const { pathname, search } = new URL(page.url())
    if (seen.has(pathname + search)) continue
    seen.add(pathname + search)
    for (const part of [
      banner(page),
      page.getByRole('contentinfo'),
      page.getByRole('region', { name: /Notifications/ }),
    ])
      await expect(part, path).toHaveCount(1)
    await expectAccessibleAtWidths(page, path)
  }
  await page.goto('/api/login')
  await expectAccessibleAtWidths(page, '/api/login')
})

test('every screen is accessible to a customer, at every width', async ({ page }) => {
  await signIn(page, createEmail())
  await fillCart(page, await findProductOnSale(page))
  for (const path of ['/', '/cart', '/checkout', '/orders', '/product/1']) {
    await visit(page, path)
    await expectAccessibleAtWidths(page, path)
  }
})

test('every dialog and menu of a visitor is accessible', async ({ page }) => {
  const product = await findProductOnSale(page)
  await addProductToCart(page, product)
  await expectAccessible(page, 'the notice')
  await banner(page).getByRole('button', { name: /cart/i }).click()
  await page.getByRole('dialog', { name: /Shopping Cart/ }).waitFor()
  await expectAccessible(page, 'the drawer of the cart')
  await visit(page, '/cart')
  await expectAccessible(page, 'a filled cart')
  await page.getByRole('button', { name: 'Save for Later' }).first().click()
  await expectAccessible(page, 'a cart with something saved')
  await banner(page).getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await expectAccessible(page, 'the menu')
  await visit(page, '/community-stories')
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  const story = page.getByRole('dialog', { name: 'Share Your Story' })
  await expectAccessible(page, 'the dialog of a story')
  await story.getByRole('button', { name: 'Submit Story' }).click()
  await expectAccessible(page, 'the dialog of a story with what is missing')
  await visit(page, '/emotion-chocolates?mood=romantic')
  await expectAccessible(page, 'a mood')
  await visit(page, '/mood-tracker')
  await page.getByRole('main').getByRole('button', { name: /Happy/ }).first().click()
  await expectAccessible(page, 'the tracker with a mood')
})

test('every dialog and menu of a customer is accessible', async ({ page }) => {
  const email = createEmail()
  const product = await findProductOnSale(page)
  await signIn(page, email, '/')
  await page.getByRole('button', { name: "Let's Start Preparing Yours" }).click()
  for (const tab of ['Flavor', 'Ingredients', 'Design', 'Details']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessible(page, `the builder at ${tab}`)
  }
  await fillCart(page, product)
  await visit(page, '/checkout')
  await expectAccessible(page, '/checkout')
  await page.getByRole('button', { name: 'Pay with UPI' }).click()
  await expectAccessible(page, '/checkout with what is missing')
  await fillCheckout(page, email)
  const { paymentUrl } = await openPaymentDialog(page)
  await expectAccessible(page, 'the dialog')
  await page.goto(paymentUrl)
  await expectAccessible(page, 'the bank')
})

test('the orders of a customer are accessible in all states', async ({ page, browser, shop }) => {
  const products = [await findProductOnSale(page)]
  await signIn(page, createEmail())
  const [shipped, completed] = [await placeOrderByApi(page, { products }), await placeOrderByApi(page, { products })]
  await placeOrderByApi(page, { products, pays: false })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, shipped, 'shipped')
  await admin.move(page, completed, 'completed')
  await admin.leave()
  await visit(page, '/orders')
  await expectAccessible(page, '/orders with orders')
  await page
    .getByRole('button', { name: /View Details/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Cancel Order/ }).waitFor()
  await expectAccessible(page, 'an open order')
  await page.getByRole('button', { name: /Cancel Order/ }).click()
  await page.getByRole('dialog', { name: 'Cancel this order?' }).waitFor()
  await expectAccessible(page, 'the question before cancelling')
})

test('every admin page is accessible, at every width', async ({ page, browserErrors }) => {
  // The check looks into the frames of mails, in which no script may run.
  browserErrors.expect(/Blocked script execution in 'about:srcdoc'/)
  await visit(page, '/admin-login')
  await page
    .getByRole('main')
    .getByLabel(/e-?mail/i)
    .fill(ADMIN.email)
  await page
    .getByRole('main')
    .getByLabel(/password/i)
    .fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/admin')
  const adminPages = [
    '/admin',
    '/admin/payments',
    '/admin/custom-orders',
    ...Object.keys(DASHBOARD_TABS).map((tab) => `/admin?tab=${tab}`),
    ...Object.keys(ADMIN_VIEWS).map((view) => `/admin?view=${view}`),
  ]
  for (const path of adminPages) {
    await visit(page, path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await expectAccessibleAtWidths(page, path)
  }
})
