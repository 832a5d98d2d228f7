import { expect } from '@playwright/test'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

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
