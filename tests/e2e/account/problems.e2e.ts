import { expect } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

test('chocolate that arrived melted: the customer sends a photo, and the admin sends it again', async ({
  page,
  browser,
  shop,
  journey,
}) => {
  journey.expectProblem(/400 .*\/problems/)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, createEmail())
  const product = await findProductOnSale(page, 5)
  const orderId = await placeOrderByApi(page, { products: [product] })
  const admin = await openAdminApi(browser, shop.url)
  for (const status of ['shipped', 'completed']) await admin.move(page, orderId, status)
  await admin.leave()
  const [order] = await listCustomerOrders(page)
  await visit(page, `/orders?view=${order?.id}`)

  const ticket = await test.step('the customer reports it', async () => {
    await page.getByRole('button', { name: 'Report a Problem' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expect(dialog.getByLabel('What happened?')).toHaveAccessibleDescription('Please say what is wrong.')
    await dialog.getByLabel('What happened?').fill('The box was warm, and the bar has melted.')
    const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#4a2512' } })
      .jpeg()
      .toBuffer()
    await dialog.getByLabel('Add Photos').setInputFiles({ name: 'melted.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(dialog.getByAltText('1 of your photos')).toBeVisible()
    await expectAccessible(page, 'the report of a problem')
    await dialog.getByLabel('What would you like?').selectOption('A replacement')
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expect(dialog.getByRole('heading', { name: 'We are sorry' })).toBeVisible()
    const [number = ''] = /SC-\d+/.exec(await dialog.innerText()) ?? []
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText(`${number}: Melted`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Report a Problem' })).toBeHidden()
    return number
  })

  await test.step('the admin sees photo and journey, and sends the bar again', async () => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 900 } })
    const inbox = await context.newPage()
    await openAsAdmin(inbox, `/admin?view=inbox&q=${ticket}`, shop.url)
    await inbox.getByRole('button', { name: `Melted: order ${orderId}` }).click()
    await expect(inbox.getByAltText('1 of 1 from the customer')).toBeVisible()
    await expect(inbox.getByText('A replacement', { exact: true })).toBeVisible()
    await expectAccessible(inbox, 'a problem in the inbox')
    await inbox.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(inbox.getByLabel('Refund in rupees')).toHaveValue(String(product.price))
    await inbox.getByRole('button', { name: 'Replacement', exact: true }).click()
    await inbox.getByRole('button', { name: 'Send a Replacement' }).click()
    await expectToast(inbox, 'Problem Settled')
    await context.close()
  })

  await page.reload()
  await expect(page.getByText('Settled: we send it again, as order')).toBeVisible()
  await expect(page.getByText('a replacement, at no cost')).toBeVisible()
})
