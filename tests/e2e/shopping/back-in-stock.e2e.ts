import { type APIRequestContext, expect } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { listAllProducts } from '#tests/e2e/catalog.ts'
import { createEmail, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

test.use({ variables: {} })

/** The job looks every twenty seconds. */
const SOON = { timeout: 60_000 }

async function findMail(request: APIRequestContext, email: string) {
  const messages = await (await request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)).json()
  return messages.find(({ subject }: { subject: string }) => subject.endsWith('is back in stock'))
}

test('of two people who wait for a sold-out chocolate, the first one is mailed about the only piece', async ({
  page,
  browser,
  playwright,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/400/)
  const soldOut = (await listAllProducts(page.request)).find(({ stock }) => stock === 0)
  if (!soldOut) throw new Error('The demo has a sold-out product')
  const [visitor, customer] = [createEmail(), createEmail()]
  const panel = page.getByRole('region', { name: 'Back in stock' })
  const ask = panel.getByRole('button', { name: 'Tell me when it is back' })

  await visit(page, `/product/${soldOut.id}`)
  await panel.getByLabel('E-mail address').fill('asha')
  await ask.click()
  await expect(panel).toContainText('Please enter a valid e-mail address.')
  await expect(panel.getByLabel('E-mail address')).toBeFocused()
  await panel.getByLabel('E-mail address').fill(visitor)
  await expectAccessible(page, 'the page of a sold-out product')
  await ask.click()
  await expect(panel).toContainText(`We will write to ${visitor} once, when ${soldOut.name} is back within a year.`)

  await signIn(page, customer, `/product/${soldOut.id}`)
  await ask.click()
  await expect(panel).toContainText(`We will write to ${customer} once`)
  await panel.getByRole('button', { name: 'Do not write to me' }).click()
  await ask.click()
  await page.reload()
  await expect(panel).toContainText(`We will write to ${customer} once`)

  const admin = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  await admin.post('/api/admin/login', { data: ADMIN })
  const [listed] = await (await admin.get(`/api/admin/products?q=${soldOut.sku}`)).json()
  expect(listed).toMatchObject({ id: soldOut.id, waiting: 2 })
  await admin.post(`/api/admin/products/${soldOut.id}/stock`, { data: { reason: 'made', quantity: 1 } })

  await expect.poll(() => findMail(page.request, visitor), SOON).toBeTruthy()
  expect(await findMail(page.request, customer)).toBeUndefined()
  const { text } = await findMail(page.request, visitor)
  const reader = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await visit(reader, /http\S+(\/product\/\d+)/.exec(text)?.[1] ?? '')
  await expect(reader.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled()
  await expect(reader.getByRole('region', { name: 'Back in stock' })).toBeHidden()

  await reader.goto(/http\S+(\/api\/unsubscribe\/\S+)/.exec(text)?.[1] ?? '')
  await expectAccessible(reader, 'the page that stops e-mails')
  await reader.getByRole('button', { name: 'Stop these e-mails' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('E-mails stopped')
  await expect(reader.getByText(visitor)).toBeVisible()
  await admin.post(`/api/admin/products/${soldOut.id}/stock`, { data: { reason: 'counted', quantity: 0 } })
  await admin.dispose()
  await reader.context().close()
})
