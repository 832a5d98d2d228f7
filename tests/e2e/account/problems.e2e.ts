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
  journey.expectProblem(/400 .*\/problem/)
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
    const amount = inbox.getByLabel('Refund in rupees')
    await expect(amount).toHaveAccessibleDescription(
      /The customer paid .* for these pieces and ₹150\.00 for shipping\./,
    )
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
    await context.close()
  })

  await page.reload()
  await expect(page.getByText('Settled: we send it again, as order')).toBeVisible()
  await expect(page.getByText('a replacement, at no cost')).toBeVisible()
})

test('a report that is closed without a settlement says so to the customer', async ({ page, browser, shop }) => {
  await signIn(page, createEmail())
  const product = await findProductOnSale(page, 5)
  const orderId = await placeOrderByApi(page, { products: [product] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'shipped')
  await admin.leave()
  const [order] = await listCustomerOrders(page)
  await visit(page, `/orders?view=${order?.id}`)
  await expect(page.getByText('Not well? Press “I received it”, then you can report it here.')).toBeVisible()
  await page.getByRole('button', { name: 'I received it' }).click()

  const ticket = await test.step('the customer reports it', async () => {
    await page.getByRole('button', { name: 'Report a Problem' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What is wrong?').selectOption('Something else')
    await dialog.getByLabel('What happened?').fill('I expected another colour.')
    await dialog.getByLabel('What would you like?').selectOption('My money back')
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expect(dialog.getByRole('heading', { name: 'We have your report' })).toBeVisible()
    return /SC-\d+/.exec(await dialog.innerText())?.[0] ?? ''
  })

  const context = await browser.newContext({ baseURL: shop.url })
  const inbox = await context.newPage()
  await openAsAdmin(inbox, `/admin?view=inbox&q=${ticket}`, shop.url)
  await inbox.getByRole('button', { name: `Something else: order ${orderId}` }).click()
  await inbox.getByRole('button', { name: 'Close without a reply' }).click()
  await expect(inbox.getByRole('dialog')).toContainText('neither a refund nor a replacement')
  await inbox.getByRole('button', { name: 'Close It' }).click()
  await expectToast(inbox, 'Ticket Closed')
  await expect(inbox.getByRole('form', { name: 'Settle the problem' })).toBeHidden()
  await context.close()

  await page.reload()
  await expect(
    page.getByText('Closed without a refund or a replacement. If this is wrong, please write to us.'),
  ).toBeVisible()
})
