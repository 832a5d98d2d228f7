import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { expectToast, openAdminPage, signInThroughAdminForm } from '#tests/e2e/admin.ts'
import { createEmail, findProductOnSale, listProductsOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'

test.use({ viewport: { width: 390, height: 844 } })

const main = (page: Page) => page.getByRole('main')
const waiting = (page: Page, what: RegExp) =>
  page.getByRole('region', { name: 'Today' }).getByRole('link', { name: what })
const orderOf = (page: Page, orderId: string) => page.getByRole('article', { name: `Order ${orderId}` })

/** What arrived overnight: three orders, a custom request, two stories and a question. */
async function whatHappened(page: Page) {
  const email = createEmail()
  await signIn(page, email, '/')
  const { origin } = new URL(page.url())
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: { origin }, data })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return answer.json()
  }
  const orderIds: string[] = []
  for (let nth = 0; nth < 3; nth++)
    orderIds.push(await placeOrderByApi(page, { email, products: [await findProductOnSale(page, 3 + nth)] }))
  const wish = {
    flavor: 'ruby',
    concentration: 55,
    ingredients: ['rose'],
    shape: 'heart',
    packaging: 'luxury',
    quantity: 1,
    customerMobile: `92${String(process.pid).padStart(8, '0').slice(-8)}`,
    customerEmail: email,
  }
  const { reference } = await send('/api/custom-orders', wish)
  const [good, bad] = [`A day well begun, ${email}`, `Cheap bars at my stall, ${email}`]
  for (const title of [good, bad])
    await send('/api/stories', { title, content: `${title}, and it melted.`, authorName: 'Asha' })
  const subject = `Do you ship to Pune? ${email}`
  const question = { name: 'Asha Rao', phone: '', email, subject, message: 'Before Friday?' }
  const { ticket } = await send('/api/contact', question)
  return { email, orderIds, reference, good, bad, subject, ticket }
}

const photograph = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#4a2417' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()

const productNamed = async (page: Page, name: string): Promise<Product | undefined> =>
  (await listProductsOnSale(page)).find((product) => product.name === name)

test('a day of an admin: price, moderate, add, restock, pack, ship and answer, on a phone', async ({
  page,
  browser,
  shop,
}) => {
  test.setTimeout(240_000)
  const customer = await browser.newPage({ baseURL: shop.url })
  const night = await whatHappened(customer)

  await test.step('signs in and sees what waits', async () => {
    await signInThroughAdminForm(page)
    for (const queue of [/quot/i, /to pack/, /to answer/, /to read/]) await expect(waiting(page, queue)).toBeVisible()
  })

  await test.step('quotes the custom request within the SLA', async () => {
    await waiting(page, /quot/i).click()
    await page.getByRole('link', { name: `Price it: ${night.reference}` }).click()
    await expect(page.getByText(/ left$/).first()).toBeVisible()
    await page.getByLabel('Quoted price').fill('1290')
    await page.getByRole('button', { name: 'Send Quote' }).click()
    await expectToast(page, 'Quote Updated')
    await expectToast(page, 'Quotation has been sent successfully')
    await expect(page.getByLabel(`Status of ${night.reference}`)).toHaveValue('quoted')
  })

  await test.step('reads two stories, and lets one through', async () => {
    await openAdminPage(page, 'Moderation')
    await page.getByRole('button', { name: `Publish: ${night.good}` }).click()
    await expect(page.getByRole('button', { name: `Undo: ${night.good}` })).toBeVisible()
    await page.getByRole('button', { name: `Reject: ${night.bad}` }).click()
    await expect(page.getByRole('button', { name: `Undo: ${night.bad}` })).toBeVisible()
    await visit(customer, '/community-stories')
    await expect(customer.getByRole('heading', { name: night.good })).toBeVisible()
    await expect(customer.getByRole('heading', { name: night.bad })).toHaveCount(0)
  })

  await test.step('adds a product with a photo, and restocks it with a reason', async () => {
    await visit(page, '/admin?tab=products&id=new')
    const form = page.getByRole('dialog', { name: 'Add product' })
    await form.getByLabel('Name', { exact: true }).fill('Morning Bar')
    const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
    await form.getByLabel('Upload a picture').setInputFiles(photo)
    await expectToast(page, 'Image Uploaded')
    await form.getByLabel('Price in rupees').fill('380')
    await form.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
    await form.getByLabel('Stock', { exact: true }).fill('5')
    await form.getByLabel('Minimum stock').fill('2')
    await form.getByLabel('SKU').fill('GC-DAY-01')
    await form.getByRole('button', { name: 'Create Product' }).click()
    await expectToast(page, 'Product Created')

    const product = await productNamed(page, 'Morning Bar')
    await visit(page, `/admin?tab=products&q=GC-DAY-01&id=stock-${product?.id}`)
    const stock = page.getByRole('dialog', { name: 'Stock' })
    await stock.getByLabel('How many pieces').fill('7')
    await stock.getByLabel('Note').fill('Second batch')
    await stock.getByRole('button', { name: 'Save' }).click()
    await expect(stock.getByRole('listitem').first()).toContainText('Second batch')
    expect((await productNamed(page, 'Morning Bar'))?.stock).toBe(12)
  })

  await test.step('prints the slips of three orders, four to a page, and packs them', async () => {
    await visit(page, `/admin?status=pack&q=${encodeURIComponent(night.email)}`)
    for (const orderId of night.orderIds) await page.getByRole('checkbox', { name: `Choose ${orderId}` }).check()
    const opened = page.waitForEvent('popup')
    await page.getByRole('region', { name: 'Chosen orders' }).getByRole('link', { name: 'Packing slips' }).click()
    const slips = await opened
    await expect(slips.locator('.slip')).toHaveCount(3)
    const paper = (await slips.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await slips.close()
    for (const orderId of night.orderIds) {
      await orderOf(page, orderId)
        .getByRole('button', { name: /Mark packed/ })
        .click()
      await expect(orderOf(page, orderId)).toHaveCount(0)
    }
  })

  await test.step('ships them', async () => {
    await visit(page, `/admin?status=ready&q=${encodeURIComponent(night.email)}`)
    for (const orderId of night.orderIds) {
      await orderOf(page, orderId).getByRole('combobox').selectOption('shipped')
      await page
        .getByRole('dialog', { name: 'Ship this order?' })
        .getByRole('button', { name: /shipped/i })
        .click()
      await expect(orderOf(page, orderId)).toHaveCount(0)
    }
    const mails = await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(night.email)}`)).json()
    for (const orderId of night.orderIds) expect(JSON.stringify(mails)).toContain(`your order ${orderId} is on its way`)
  })

  await test.step('answers the question', async () => {
    await openAdminPage(page, 'Inbox')
    await page.getByRole('button', { name: night.subject }).click()
    await page.getByLabel('Your reply').fill('Yes, it will be there on Thursday.')
    await page.getByRole('button', { name: 'Send Reply' }).click()
    await expectToast(page, 'Reply Saved')
    const mails = await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(night.email)}`)).json()
    expect(JSON.stringify(mails)).toContain('Yes, it will be there on Thursday.')
  })

  await test.step('and every change is in the audit log', async () => {
    await openAdminPage(page, 'Audit Log')
    for (const change of ['Message to the studio answered', 'Order marked as shipped', 'Order packed', 'Stock changed'])
      await expect(main(page).getByRole('heading', { name: change }).first()).toBeVisible()
  })
  await customer.context().close()
})
