import { expect, type Page } from '@playwright/test'
import { startOfShopMonth } from '#src/core/dates.ts'
import { openAsAdmin } from '#tests/e2e/admin.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { orderAsNewCustomer } from '#tests/e2e/place-orders.ts'

test.use({ viewport: { width: 390, height: 844 } })

const main = (page: Page) => page.getByRole('main')
const figure = (page: Page, name: RegExp) => main(page).getByRole('button', { name })
const listed = (page: Page, name: string) => main(page).getByRole('region', { name }).getByRole('listitem')

async function loadAll(page: Page, name: string) {
  await expect(listed(page, name).first()).toBeVisible()
  const more = main(page).getByRole('button', { name: 'Load more' })
  const total = Number.parseInt(
    await main(page)
      .getByText(/^\d+ entries$/)
      .innerText(),
    10,
  )
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1000 })
    await expect(listed(page, name)).toHaveCount(total, { timeout: 1000 })
  }).toPass()
}

/** In a younger month the refund of the sample data belongs to the month before (order-history.ts). */
const SAMPLE_REFUND_HOURS = 6
const hoursIntoMonth = (time: Date) => (time.getTime() - startOfShopMonth(time).getTime()) / 3_600_000

// A new shop: other tests would change the figures.
test.use({ variables: {} })

test('a fresh demo shows 45750, 23 and 8 as sample data, and each opens what it counts', async ({
  page,
  browser,
  shop,
}) => {
  await openAsAdmin(page, '/admin?tab=analytics')
  await expect(main(page).getByText('Sample data', { exact: true })).toBeVisible()
  await expect(main(page).getByText(/^As of \d\d:\d\d IST$/)).toBeVisible()
  await expect(figure(page, /₹45,750 Revenue this month/)).toBeVisible()
  await expect(figure(page, /23 Orders this week/)).toBeVisible()
  await expect(figure(page, /8 New customers/)).toBeVisible()

  await figure(page, /New customers/).click()
  await expect(page).toHaveURL(/status=customers/)
  await expect(listed(page, 'New customers')).toHaveCount(8)
  await figure(page, /Orders this week/).click()
  await expect(main(page).getByText('23 entries')).toBeVisible()
  await expect(listed(page, 'Orders this week')).toHaveCount(10)
  await main(page).getByRole('button', { name: 'Load more' }).click()
  await expect(listed(page, 'Orders this week')).toHaveCount(20)
  await figure(page, /Revenue this month/).click()
  // The row depends on the day of the week.
  await loadAll(page, 'Revenue this month')
  const refunds = listed(page, 'Revenue this month').filter({ hasText: 'Refund:' })
  await expect(refunds).toHaveCount(hoursIntoMonth(shop.seededAt) >= SAMPLE_REFUND_HOURS ? 1 : 0)

  for (const title of ['Revenue by day', 'Best sellers', 'Quote promise kept', 'Stock cover']) {
    await main(page).getByText(`${title} as a table`).click()
    await expect(main(page).getByRole('table', { name: title })).toBeVisible()
  }

  await orderAsNewCustomer(browser, { url: shop.url })
  await visit(page, '/admin?tab=analytics')
  await expect(figure(page, /24 Orders this week/)).toBeVisible()
  await expect(figure(page, /9 New customers/)).toBeVisible()
  await expect(main(page).getByText('Sample data', { exact: true })).toBeHidden()
  await expect(main(page).getByText(/invented orders are counted too/)).toBeVisible()
})

test('the admin finds a payment, reads its timeline, and polls the gateway as often as it allows', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*recheck/)
  const orderId = await orderAsNewCustomer(browser, { url: shop.url, pays: false })
  await openAsAdmin(page, '/admin/payments')
  await expect(
    main(page)
      .getByText(/^Bank ₹[\d,.]+ · Shop ₹[\d,.]+$/)
      .first(),
  ).toBeVisible()
  const rows = main(page).getByRole('table', { name: 'Payments' }).locator('tbody tr')
  await expect(rows).toHaveCount(25)
  await main(page).getByRole('button', { name: 'Pending', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(orderId)
  await main(page).getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(main(page).getByText('No payments here.')).toBeVisible()
  await main(page).getByRole('button', { name: 'All', exact: true }).click()
  await main(page).getByLabel('Find a payment').fill(orderId)
  await main(page).getByRole('button', { name: 'Search' }).click()
  await expect(rows).toHaveCount(1)

  await main(page)
    .getByRole('button', { name: /^Timeline of / })
    .click()
  await expect(main(page).getByText('The customer started the payment')).toBeVisible()
  await main(page).getByRole('button', { name: 'Check with the bank again' }).click()
  await expect(page.getByText(/The bank allows the next check on/).first()).toBeVisible()

  await visit(page, '/admin/payments?q=Ananya&status=success')
  await main(page)
    .getByRole('button', { name: /^Timeline of / })
    .first()
    .click()
  await main(page).getByText('Raw record').first().click()
  await expect(main(page).getByText('"payment.success"')).toBeVisible()
  await expect(
    main(page)
      .getByText(/an\*\*\*@sandbox/)
      .first(),
  ).toBeVisible()
})

test('a due refund is made by hand and recorded once', async ({ page }) => {
  await openAsAdmin(page, '/admin')
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: /payments? to decide/ })
    .click()
  await waitForPath(page, '/admin/payments')
  await expect(main(page).getByText('The order was cancelled.')).toBeVisible()
  await main(page)
    .getByRole('button', { name: /as refunded by hand$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Refunded by hand?' })
  await dialog.getByLabel('Reference of the transfer').fill('632599998888')
  await dialog.getByRole('button', { name: 'Save it' }).click()
  await expect(main(page).getByText('No money waits for a decision.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Refunded', exact: true }).click()
  await main(page)
    .getByRole('button', { name: /^Timeline of / })
    .click()
  await expect(
    main(page)
      .getByText(/refunded by hand, reference 632599998888/)
      .first(),
  ).toBeVisible()
})
