import { expect, type Page } from '@playwright/test'
import { createEmail, findProductOnSale, listCustomerOrders, signIn } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

const pressDelete = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Delete account' }).click()

/** Records browser dialogs and accepts each. */
function sentencesOf(page: Page): string[] {
  const sentences: string[] = []
  page.on('dialog', (dialog) => {
    sentences.push(dialog.message())
    return dialog.accept()
  })
  return sentences
}

test('a customer who deletes the account is signed out everywhere, and their orders are anonymised', async ({
  page,
  browser,
  shop,
}) => {
  const email = createEmail()
  await signIn(page, email, '/orders')
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page, 13)] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'completed')
  const [order] = await listCustomerOrders(page)
  const phone = await browser.newContext({ baseURL: shop.url, storageState: await page.context().storageState() })
  expect((await phone.request.get('/api/auth/user')).status()).toBe(200)

  const sentences = sentencesOf(page)
  await pressDelete(page)
  await waitForPath(page, '/')
  await expect(page.getByRole('banner').getByTitle('Start Journey')).toBeVisible()
  expect(sentences).toEqual([
    'Are you sure you want to delete your account? This action cannot be undone and will permanently remove all your data.\n\nTax law makes us keep invoices: see Privacy.',
    'Your account is deleted.',
  ])
  for (const context of [page, phone]) {
    expect((await context.request.get('/api/auth/user')).status()).toBe(401)
    expect((await context.request.get(`/api/orders/${order?.id}`)).status()).toBe(401)
  }
  await phone.close()
  await visit(page, '/orders')
  await waitForPath(page, '/login')

  expect(await admin.see(order?.id ?? '')).toMatchObject({
    orderId,
    status: 'completed',
    customerName: 'Deleted account',
    customerEmail: '',
    customerPhone: '',
    shippingAddress: { firstName: '-', lastName: '-', address: '-', state: 'Telangana' },
  })
  await admin.leave()

  await signIn(page, email, '/orders')
  await expect(page.getByText('No Orders Yet')).toBeVisible()
})

test('a customer who does not confirm keeps the account', async ({ page }) => {
  await signIn(page, createEmail(), '/')
  page.on('dialog', (dialog) => dialog.dismiss())
  await pressDelete(page)
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
})

test('an account stays when the network fails during deletion, with an error', async ({ page, browserErrors }) => {
  browserErrors.expect(/delete-account|could not be deleted/)
  await signIn(page, createEmail(), '/')
  await page.route('**/api/auth/delete-account', (route) => route.abort('connectionfailed'))
  const sentences = sentencesOf(page)
  await pressDelete(page)
  await expect.poll(() => sentences[1]).toBe('Failed to delete account. Please try again.')
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
})

test('a tab that still shows another account deletes none', async ({ page, browserErrors }) => {
  browserErrors.expect(/409 .*delete-account|could not be deleted/)
  await signIn(page, createEmail(), '/')
  const sentences = sentencesOf(page)
  // As another tab of the same browser does.
  const other = createEmail()
  await signIn(page, other)
  await pressDelete(page)
  await expect.poll(() => sentences[1]).toBe('You have signed in with another account since. Please reload the page.')
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({ email: other })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the account is deleted from the menu', async ({ page }) => {
    await signIn(page, createEmail(), '/')
    const sentences = sentencesOf(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Delete account' }).click()
    await waitForPath(page, '/')
    await expect(page.getByText('Sign In to Shop').first()).toBeVisible()
    expect(sentences).toEqual([
      'Are you sure you want to delete your account? This action cannot be undone.',
      'Your account is deleted.',
    ])
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  })
})
