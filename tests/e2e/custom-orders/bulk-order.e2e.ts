import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { createEmail, fillCheckout, listCustomerOrders } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { openQuotation, payQuotation, readQuoteLink } from '#tests/e2e/quotations.ts'
import { createBulkRequest } from '#tests/factories/bulk-requests.ts'

// The two orders take all boxes, so no other test shares this shop.
test.use({ variables: {} })

/** Not the shop's own. */
const GSTIN = '36AABCC1234D1ZC'
const COMPANY = 'Charminar Systems Pvt Ltd'
/** 120 boxes at ₹155.50 and 20 bars at ₹300, shipped free. */
const TOTAL = 24_660

const form = (page: Page) => page.getByRole('form', { name: 'Ask for a price' })

async function findProducts(page: Page): Promise<[box: Product, bar: Product]> {
  const products: Product[] = await (await page.request.get('/api/products')).json()
  const box = products.find(({ name }) => name === 'Wedding Favour Box')
  const bar = products.find(({ stock, id }) => stock >= 20 && id !== box?.id)
  if (!box || !bar) throw new Error('The demo has no such products')
  return [box, bar]
}

async function askForPrice(page: Page, [box, bar]: readonly [Product, Product], email: string): Promise<string> {
  await visit(page, `/product/${box.id}`)
  await page.getByRole('link', { name: 'Ask for a price' }).click()
  await waitForPath(page, '/checkout')
  await page.getByLabel(`Pieces of ${box.name}`).fill('0')
  await page.getByLabel('Add a product').fill(bar.name)
  await page.getByRole('list', { name: 'Products found' }).getByRole('button', { name: bar.name }).click()
  await page.getByLabel(`Pieces of ${bar.name}`).fill('20')
  await page.getByLabel('Full Name').fill('Asha Rao')
  await page.getByLabel('Phone').fill('98765 43210')
  await form(page).getByLabel('Email').fill(email)
  await page.getByLabel('Company').fill(COMPANY)
  await page.getByLabel('GSTIN').fill('36AABCC1234D1ZD')
  await form(page).getByRole('button', { name: 'Ask for a Price' }).click()
  await expect(form(page).getByText('Please enter at least one piece.')).toBeVisible()
  await expect(form(page).getByText('This GSTIN has a typo')).toBeVisible()
  await expect(page.getByLabel(`Pieces of ${box.name}`)).toBeFocused()
  await expectAccessible(page, 'a refused request for a price')

  // The draft survives a reload.
  await page.reload()
  await page.locator('html[data-hydrated]').waitFor()
  await expect(page.getByLabel(`Pieces of ${bar.name}`)).toHaveValue('20')
  await page.getByLabel(`Pieces of ${box.name}`).fill('120')
  await page.getByLabel('GSTIN').fill(GSTIN)
  await form(page).getByRole('button', { name: 'Ask for a Price' }).click()
  const receipt = page.getByRole('status').filter({ hasText: 'We have your request' })
  await expect(receipt).toContainText(`Your quotation comes by e-mail to ${email} by`)
  await expectAccessible(page, 'a sent request for a price')
  const [reference = ''] = /CC-\w{6}/.exec(await receipt.innerText()) ?? []
  return reference
}

async function sendQuote(admin: Page, reference: string, [box, bar]: readonly [Product, Product]) {
  await openAsAdmin(admin, '/admin/custom-orders')
  await admin.getByRole('link', { name: `Price it: ${reference}` }).click()
  await expect(admin.getByRole('heading', { name: reference })).toBeVisible()
  await expect(admin.getByText(`120 × ${box.name}`)).toBeVisible()
  await expect(admin.getByRole('main').getByText(GSTIN)).toBeVisible()
  await admin.getByLabel(`Price of one ${box.name}`).fill('900')
  await expect(admin.getByText('Move pieces to a second request')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Send Quote' })).toBeDisabled()
  await admin.getByLabel(`Price of one ${box.name}`).fill('155.50')
  await admin.getByLabel(`Price of one ${bar.name}`).fill('300')
  await expect(admin.getByText('₹24,660.00')).toBeVisible()
  await expect(admin.getByText(/Goes out by e-mail and can be accepted/)).toBeVisible()
  await expectAccessible(admin, 'the quote of a bulk request')
  await admin.getByRole('button', { name: 'Send Quote' }).click()
  await expectToast(admin, 'Quotation has been sent successfully')
}

// Before the orders below, which take all boxes.
test('an admin splits a request above the limit of UPI, and quotes both parts', async ({
  page,
  browser,
  shop: { url: baseURL },
}) => {
  const email = createEmail()
  const [box, bar] = await findProducts(page)
  const wanted = [
    { product: box, quantity: 120 },
    { product: bar, quantity: 20 },
  ]
  const data = createBulkRequest(wanted, { customerEmail: email, gstin: GSTIN, company: COMPANY })
  const { reference } = await (
    await page.request.post('/api/bulk-requests', { headers: { origin: baseURL }, data })
  ).json()
  const adminContext = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  const admin = await adminContext.newPage()
  const send = admin.getByRole('button', { name: 'Send Quote' })
  const other = await test.step('moves pieces to a second request', async () => {
    await openAsAdmin(admin, '/admin/custom-orders')
    await admin.getByRole('link', { name: `Price it: ${reference}` }).click()
    await admin.getByLabel(`Price of one ${box.name}`).fill('900')
    await admin.getByLabel(`Price of one ${bar.name}`).fill('300')
    await expect(send).toBeDisabled()
    const split = admin.getByRole('button', { name: 'Split the Request' })
    await expect(split).toBeDisabled()
    await admin.getByLabel(`Pieces of ${box.name} to move`).fill('50')
    await expectAccessible(admin, 'a request to split')
    await waitForWrite(admin, () => split.click())
    await expect(admin.getByText('Request Split').first()).toBeVisible()
    await expect(admin.getByText(`70 × ${box.name}`)).toBeVisible()
    await expect(split).toBeHidden()
    const [added = ''] = /CC-\w{6}/.exec(await admin.getByText('The other pieces are in CC-').first().innerText()) ?? []
    return added
  })

  await test.step('quotes what stays, and then the rest', async () => {
    await expect(admin.getByText('₹69,000.00')).toBeVisible()
    await expect(admin.getByLabel('Notes')).toHaveValue('This is one of several quotations for your request.')
    await send.click()
    await expectToast(admin, 'Quotation has been sent successfully')
    await openAsAdmin(admin, '/admin/custom-orders')
    await admin.getByRole('link', { name: `Price it: ${other}` }).click()
    await expect(admin.getByText(`50 × ${box.name}`)).toBeVisible()
    await admin.getByLabel(`Price of one ${box.name}`).fill('900')
    await expect(admin.getByText('₹45,000.00', { exact: true })).toBeVisible()
    await send.click()
    await expectToast(admin, 'Quotation has been sent successfully')
  })
  await adminContext.close()
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)).json()).filter(
          ({ text }: { text: string }) => text.includes('/checkout?quote='),
        ).length,
    )
    .toBe(2)
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`a company orders 120 boxes with GSTIN from request to invoice, ${viewport.width} px wide`, async ({
    page,
    browser,
    shop: { url: baseURL },
    browserErrors,
  }) => {
    browserErrors.expect(/400 .*\/api\/bulk-requests/)
    await page.setViewportSize(viewport)
    const email = createEmail()
    const products = await findProducts(page)
    const [box, bar] = products
    const reference = await test.step('a visitor asks for a price', () => askForPrice(page, products, email))

    const adminContext = await browser.newContext({ baseURL, viewport })
    await test.step('the admin prices each product', async () => {
      await sendQuote(await adminContext.newPage(), reference, products)
    })
    await adminContext.close()

    await test.step('the company opens the link, and finds its GSTIN in the form', async () => {
      await openQuotation(page, await readQuoteLink(page, email), email)
      await expect(page.getByText('120 × ₹155.50')).toBeVisible()
      await expect(page.getByText('₹24,660.00').first()).toBeVisible()
      await expect(page.getByLabel('Company name')).toHaveValue(COMPANY)
      await expect(page.getByLabel('GSTIN')).toHaveValue(GSTIN)
      await expectAccessible(page, 'the quotation of a bulk request')
    })

    await test.step('pays it, and gets the invoice of the company', async () => {
      await fillCheckout(page, email)
      const { started } = await payQuotation(page)
      const [order] = await listCustomerOrders(page)
      expect(order).toMatchObject({ orderId: started.orderId, status: 'processing', total: TOTAL })
      await visit(page, `/orders?view=${order?.id}`)
      const invoice = page.waitForEvent('popup')
      await page
        .getByRole('link', { name: /^(tax invoice|bill)/i })
        .first()
        .click()
      const document = await invoice
      for (const text of [COMPANY, GSTIN, box.name, bar.name, '24,660.00'])
        await expect(document.getByText(text).first()).toBeVisible()
    })
  })
