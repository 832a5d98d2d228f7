import { expect, type Page } from '@playwright/test'
import { formatDay } from '#src/core/dates.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { createEmail, listProductsOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

async function theHouseBar(page: Page): Promise<Product> {
  const products: Product[] = await (await page.request.get('/api/products')).json()
  const bar = products.find(({ name }) => name === 'Golconda Dark 72%')
  if (!bar) throw new Error('The demo has its house bar')
  return bar
}

async function somethingUnreviewed(page: Page): Promise<Product> {
  for (const product of await listProductsOnSale(page)) {
    const { count } = await (await page.request.get(`/api/products/${product.id}/reviews`)).json()
    if (count === 0) return product
  }
  throw new Error('The demo sells something that nobody has reviewed')
}

const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' })

test('the stars of the house bar lead to its 24 reviews, each marked as a sample', async ({ page }) => {
  await visit(page, `/product/${(await theHouseBar(page)).id}`)
  await expect(page.getByRole('img', { name: '4.0 of 5' }).first()).toBeVisible()
  await page.getByRole('link', { name: '(24 reviews)' }).click()
  await expect(reviews(page)).toBeInViewport()
  const cards = reviews(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(6)
  for (const shown of [12, 18, 24]) {
    await page.getByRole('button', { name: 'More reviews' }).click()
    await expect(cards).toHaveCount(shown)
  }
  await expect(page.getByRole('button', { name: 'More reviews' })).toBeHidden()
  await expect(reviews(page).getByText('Sample review')).toHaveCount(24)
  await expect(page.getByRole('form', { name: 'Write a review' })).toBeHidden()
})

test('a customer reviews a delivered product, and the review is hidden until the admin approves it', async ({
  page,
  browser,
  shop,
}) => {
  const product = await somethingUnreviewed(page)
  await signIn(page, createEmail())
  await visit(page, `/product/${product.id}`)
  await expect(page.getByText('No reviews yet').first()).toBeVisible()
  const orderId = await placeOrderByApi(page, { products: [product] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'shipped')
  await visit(page, `/product/${product.id}`)
  await expect(page.getByRole('form', { name: 'Write a review' })).toBeHidden()
  await admin.move(page, orderId, 'completed')
  await admin.leave()

  await visit(page, `/product/${product.id}`)
  // The form loads when the reviews come near.
  await reviews(page).scrollIntoViewIfNeeded()
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.getByRole('button', { name: 'Send Review' }).click()
  await expect(form.getByText('Please choose a rating.')).toBeVisible()
  await expect(form.getByText('Please give it a title.')).toBeVisible()
  await form.getByRole('radio', { name: '4 of 5' }).check()
  await form.getByLabel('Title').fill('Slow and dark')
  await form.getByLabel('Your review').fill('Cherry first, then a long finish.\n<b>Bold</b>')
  await form.getByRole('button', { name: 'Send Review' }).click()
  await expect(page.getByText('Review Submitted!').first()).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByText('Your review Slow and dark appears once we have read it.')).toBeVisible()

  const visitor = await browser.newPage({ baseURL: shop.url })
  await visit(visitor, `/product/${product.id}`)
  await expect(visitor.getByText('No reviews yet').first()).toBeVisible()
  await expect(visitor.getByText('Slow and dark')).toBeHidden()
  await visitor.context().close()
})

test('a product is shared by copying its link, by WhatsApp or by e-mail', async ({ page, context, shop }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const product = await theHouseBar(page)
  await visit(page, `/product/${product.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const menu = page.getByRole('menu')
  const url = `${shop.url}/product/${product.id}`
  await expect(menu.getByRole('menuitem', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(`${product.name} ${url}`)}`,
  )
  await expect(menu.getByRole('menuitem', { name: 'E-mail' })).toHaveAttribute('href', /^mailto:\?subject=Golconda/)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('menuitem', { name: 'Copy link' }).press('Enter')
  await expect(page.getByText('Copied!').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
})

test('a product is shared by the share sheet of the device where there is one', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.title = `shared ${data?.url}`
    }
  })
  const product = await theHouseBar(page)
  await visit(page, `/product/${product.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveTitle(new RegExp(`^shared http.*/product/${product.id}$`))
  await expect(page.getByRole('menu')).toBeHidden()
})

test('a PIN code that is sent before hydration is answered after it', async ({ page }) => {
  const alive = Promise.withResolvers<void>()
  await page.route(/promises-[^/]*\.js/, (route) => alive.promise.then(() => route.continue()))
  await visit(page, '/product/1')
  await page.getByLabel('Delivery to PIN code').fill('500034')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const said = page.getByRole('status').filter({ hasText: /expected/i })
  await expect(said).toHaveText(/^Expected delivery in/)
  await expect(page).toHaveURL(/\/product\/1$/)
  alive.resolve()
  await expect(said).toHaveText(/Hyderabad.*: expected/)
})

test('a PIN code says when the parcel arrives', async ({ page }) => {
  await visit(page, `/product/${(await theHouseBar(page)).id}`)
  await expect(page.getByText('Expected delivery in 3-5 business days.')).toBeVisible()
  const { from, to } = await (await page.request.get('/api/delivery?pincode=560001')).json()
  for (const [pin, said] of [
    ['560001', `Bengaluru: expected between ${formatDay(from)} and ${formatDay(to)}.`],
    ['500 034', /^Hyderabad: expected on \w{3}, \d+ \w+\.$/],
    ['900056', 'Army Post Office: by arrangement. Please write to us before you order.'],
    ['5000', 'A PIN code has six digits and does not begin with 0.'],
  ] as const) {
    await page.getByLabel('Delivery to PIN code').fill(pin)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText(said)).toBeVisible()
  }
})
