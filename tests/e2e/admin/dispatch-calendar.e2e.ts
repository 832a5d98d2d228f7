import { expect } from '@playwright/test'
import { formatDay } from '#src/core/dates.ts'
import type { DispatchMonth } from '#src/features/orders/dispatch/dispatch-calendar.contract.ts'
import { shiftMonth } from '#src/features/orders/dispatch/months.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, signIn } from '#tests/e2e/customer.ts'
import { test } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'

test('the admin moves a parcel in the calendar, and the customer gets the new date', async ({
  page,
  browser,
  shop,
}) => {
  await signIn(page, createEmail())
  const products = [await findProductOnSale(page)]
  const { shipOn } = await (await page.request.get('/api/delivery?pincode=500034')).json()
  await placeOrderByApi(page, { products })
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
  const admin = await context.newPage()
  await openAsAdmin(admin, `/admin?view=dispatch&from=${shipOn.slice(0, 7)}&id=${shipOn}`)
  const parcels = admin.getByRole('region', { name: `Parcels of ${formatDay(shipOn)}` })
  await parcels
    .getByRole('button', { name: /^Move ORD_/ })
    .last()
    .click()
  const dialog = admin.getByRole('dialog', { name: /^Move ORD_/ })
  await dialog.getByLabel('New day of dispatch').fill('2026-01-05')
  await dialog.getByRole('button', { name: 'Move the order' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please give a reason. The customer reads it.')
  await dialog.getByLabel('Reason').fill('The courier does not collect on that day.')
  await dialog.getByRole('button', { name: 'Move the order' }).click()
  await expect(dialog.getByLabel('New day of dispatch')).toHaveAccessibleDescription('This day is in the past.')

  const next = await findNextDay(shipOn, async (month) =>
    (await admin.request.get(`/api/admin/dispatch/months/${month}`)).json(),
  )
  await dialog.getByLabel('New day of dispatch').fill(next)
  await dialog.getByRole('button', { name: 'Move the order' }).click()
  await expectToast(admin, 'Order Moved')
  await expect(dialog).toBeHidden()

  await admin.setViewportSize({ width: 1440, height: 900 })
  await admin.goto(`/admin?view=dispatch&from=${next.slice(0, 7)}&id=${next}`)
  await admin.locator('html[data-hydrated]').waitFor()
  const other = next.endsWith('-28') ? `${next.slice(0, 8)}27` : `${next.slice(0, 8)}28`
  await admin
    .getByRole('region', { name: `Parcels of ${formatDay(next)}` })
    .getByRole('listitem')
    .filter({ has: admin.getByRole('button', { name: /^Move ORD_/ }) })
    .last()
    .dragTo(admin.getByRole('button', { name: new RegExp(`^${formatDay(other)},`) }))
  await expect(dialog.getByLabel('New day of dispatch')).toHaveValue(other)
  await context.close()
})

/** The first day of dispatch after this one, in this month or the next. */
async function findNextDay(shipOn: string, read: (month: string) => Promise<DispatchMonth>): Promise<string> {
  const month = shipOn.slice(0, 7)
  const days = [...(await read(month)).days, ...(await read(shiftMonth(month, 1))).days]
  const next = days.find(({ day, isDispatchDay }) => day > shipOn && isDispatchDay)
  if (!next) throw new Error(`No day of dispatch after ${shipOn}`)
  return next.day
}
