import { type BrowserContext, expect, type Page } from '@playwright/test'
import { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { createEmail, enterSignInCode, fillCheckout, listCustomerOrders } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { openQuotation, payQuotation, readQuoteLink } from '#tests/e2e/quotations.ts'

/** Customer and admin both use a phone. */
test.use({ viewport: { width: 390, height: 844 } })

/** A phone number that is unique in this run. */
let lastMobile = 9_100_100_000 + (process.pid % 1000) * 1000

async function compose(context: BrowserContext, baseURL: string, email: string) {
  lastMobile += 1
  const data = {
    flavor: 'ruby',
    concentration: 55,
    name: 'Noor',
    ingredients: ['rose', 'gold-flakes'],
    shape: 'heart',
    packaging: 'luxury',
    message: 'To thirty years.',
    quantity: 2,
    customerMobile: String(lastMobile),
    customerEmail: email,
  }
  const sent = await context.request.post('/api/custom-orders', { headers: { origin: baseURL }, data })
  return CustomOrderReceipt.parse(await sent.json()).reference
}

async function sendQuote(page: Page, reference: string, price: string) {
  await page.getByRole('link', { name: `Price it: ${reference}` }).click()
  await expect(page.getByRole('heading', { name: reference })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Quote' })).toBeDisabled()
  await page.getByLabel('Quoted price').fill(price)
  await page.getByLabel('Notes').fill('Made on Thursday.')
  await page.getByRole('button', { name: 'Send Quote' }).click()
  await expect(page.getByText('Quotation has been sent successfully').first()).toBeVisible()
}

const status = (page: Page, reference: string) => page.getByLabel(`Status of ${reference}`)

test('a composed chocolate is priced, accepted, paid and made, on two phones', async ({
  page,
  browser,
  shop: { url: baseURL },
}) => {
  const email = createEmail()
  const adminContext = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  const admin = await adminContext.newPage()
  const reference = await compose(page.context(), baseURL, email)

  await test.step('the admin sees the SLA and the composition, and sends a quote', async () => {
    await openAsAdmin(admin, '/admin/custom-orders')
    await expect(status(admin, reference)).toHaveValue('quote-pending')
    await expect(admin.getByText(/ left$/).first()).toBeVisible()
    await expectAccessible(admin, 'the custom orders')
    await sendQuote(admin, reference, '1850')
    await expect(admin.getByRole('img', { name: /^Drawing: Ruby chocolate, 55 %, as Heart/ })).toBeVisible()
    await expect(admin.getByText('Suggested price')).toBeVisible()
    await expect(admin.getByText(/Contains milk and soya\. May contain/)).toBeVisible()
    await expect(admin.getByText('E-mail sent')).toBeVisible()
    await expect(status(admin, reference)).toHaveValue('quoted')
    await expectAccessible(admin, 'the quote desk')
  })

  const link = await readQuoteLink(page, email)
  await test.step('the customer opens the link, signs in, sees the quote and asks a question', async () => {
    await openQuotation(page, link, email)
    await expect(page.getByText('Made on Thursday.')).toBeVisible()
    await expect(page.getByText(/Contains milk and soya\. May contain/)).toBeVisible()
    await expect(page.getByText('₹2,000.00').first()).toBeVisible()
    await expectAccessible(page, 'the quotation')
    await page.getByLabel('Your question').fill('Can it be without nuts?')
    await page.getByRole('button', { name: 'Send Question' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'We have your question' })).toBeVisible()
  })

  await test.step('accepts it by paying', async () => {
    await fillCheckout(page, email)
    const { started } = await payQuotation(page)
    await expect(page.getByText(`Custom chocolate ${reference}: Ruby 55 %, Heart, 2 pieces`)).toBeVisible()
    const [order] = await listCustomerOrders(page)
    expect(order).toMatchObject({ orderId: started.orderId, status: 'processing', total: 2000 })
  })

  await test.step('it is confirmed automatically, and the admin makes it', async () => {
    await admin.reload()
    await admin.locator('html[data-hydrated]').waitFor()
    await expect(status(admin, reference)).toHaveValue('confirmed')
    await expect(admin.getByText('Confirmed, because it was paid')).toBeVisible()
    await expect(admin.getByText('Can it be without nuts?').first()).toBeVisible()
    for (const next of ['in-production', 'completed']) {
      await waitForWrite(admin, () => status(admin, reference).selectOption(next))
      await expect(status(admin, reference)).toHaveValue(next)
    }
    await page.goto(link)
    await expect(page.getByText(`${reference} is agreed`)).toBeVisible()
  })
  await adminContext.close()
})

test('the admin declines with a reason, and an old link says that it is no longer valid', async ({
  page,
  browser,
  shop: { url: baseURL },
  browserErrors,
}) => {
  browserErrors.expect(/ 404 /)
  const email = createEmail()
  const adminContext = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  const admin = await adminContext.newPage()
  const reference = await compose(page.context(), baseURL, email)
  await openAsAdmin(admin, '/admin/custom-orders')
  await sendQuote(admin, reference, '1600')
  const link = await readQuoteLink(page, email)

  await admin.getByRole('button', { name: 'Decline with reason' }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('Our moulds are all in use.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText(/^(Status Updated|New order)$/).first()).toBeVisible()
  await expect(status(admin, reference)).toHaveValue('cancelled')

  await page.goto(link)
  await expect(page.getByText('Sign in to see your quotation.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In to Shop' }).click()
  await enterSignInCode(page, email)
  await expect(page.getByRole('heading', { name: 'We cannot make this chocolate' })).toBeVisible()
  await expect(page.getByText('Our moulds are all in use.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'My Orders' })).toBeVisible()
  await visit(page, '/checkout?quote=broken')
  await expect(page.getByText('This link is not complete. Please open it from the e-mail again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Compose a Chocolate' })).toBeVisible()
  const messages = await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)).json()
  expect(messages.some(({ text }: { text: string }) => text.includes('Our moulds are all in use.'))).toBe(true)
  await adminContext.close()
})

test('errors on the quotes page and at logout are those of the specification', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|request failed/)
  const reference = await compose(page.context(), shop.url, createEmail())
  await openAsAdmin(page, '/admin/custom-orders')
  await page.getByRole('link', { name: `Price it: ${reference}` }).click()
  await page.route('**/api/admin/custom-orders/*/*', (route) => route.abort())
  await page.getByLabel('Quoted price').fill('900')
  await page.getByRole('button', { name: 'Send Quote' }).click()
  await expectToast(page, 'Error')
  await expectToast(page, 'Failed to update quote')
  await expect(page.getByLabel('Quoted price')).toHaveValue('900')
  await status(page, reference).selectOption('quoted')
  await expectToast(page, 'Failed to update status')
  await expect(status(page, reference)).toHaveValue('quote-pending')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged Out')
  await waitForPath(page, '/admin-login')
})
