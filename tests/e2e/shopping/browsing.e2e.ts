import { expect, type Page } from '@playwright/test'
import {
  addProductToCart,
  cartBadge,
  createEmail,
  fillCart,
  findProductOnSale,
  listProductsOnSale,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration, waitForPath } from '#tests/e2e/fixtures.ts'

test('an address that does not exist is 404, and says so', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  for (const path of ['/products/dark/72', '/orders/1']) expect((await page.request.get(path)).status(), path).toBe(404)
  expect(await visit(page, '/nothing-here')).toBe(404)
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
})

test('a product that does not exist is 404, and leads back', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  for (const id of ['abc', '-1', '9e99', '1.5'])
    expect((await page.request.get(`/product/${id}`)).status(), id).toBe(404)
  expect(await visit(page, '/product/999999')).toBe(404)
  await expect(page.getByText('Product Not Found')).toBeVisible()
  await expect(page.getByText("The product you're looking for doesn't exist.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await waitForPath(page, '/products')
})

test('a file or a call that does not exist is 404', async ({ request }) => {
  for (const path of ['/assets/nothing.js', '/images/nothing.webp', '/api/nothing', '/favicon.nothing'])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('an unknown parameter opens the same screen without console errors', async ({ page }) => {
  for (const path of ['/', '/products', '/product/1', '/traceability', '/community-stories', '/emotion-chocolates']) {
    expect(await visit(page, `${path}?x=1&utm_source=diwali`), path).toBe(200)
    await expect(page.locator('h1').first()).toBeVisible()
    expect(new URL(page.url()).search).toBe('?x=1&utm_source=diwali')
  }
})

/** The API calls of the page until it is idle. */
async function callsOf(page: Page, path: string): Promise<string[]> {
  const calls: string[] = []
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  }
  page.on('request', note)
  await visit(page, path)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return calls
}

test("a visitor's browser requests nothing that the page already contains", async ({ page }) => {
  const { id } = await findProductOnSale(page)
  for (const path of ['/', '/login', '/products', '/products/dark', `/product/${id}`, '/cart', '/checkout/success'])
    expect(
      (await callsOf(page, path)).filter((call) => call !== '/api/auth/user'),
      path,
    ).toEqual([])
})

test("a customer's browser requests nothing that the page already contains", async ({ page }) => {
  const { id } = await findProductOnSale(page)
  await signIn(page, createEmail())
  for (const path of ['/', '/products', `/product/${id}`, '/orders'])
    expect(
      // Saved items are in the browser and compared with the account's.
      (await callsOf(page, path)).filter((call) => call !== '/api/saved'),
      path,
    ).toEqual([])
})

test('the list shows the same without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/products')
  expect(await page.getByRole('article').count()).toBeGreaterThan(3)
  await context.close()
})

test('searching, narrowing and sorting the list', async ({ page }) => {
  await visit(page, '/products')
  const products = await listProductsOnSale(page)
  const total = ((await (await page.request.get('/api/products')).json()) as unknown[]).length
  await expect(page.getByText(new RegExp(`Showing \\d+ of ${total} products`))).toBeVisible()

  const search = page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/search/i))
    .first()
  await search.fill('zzzz no such chocolate')
  const clear = page
    .getByRole('button', { name: 'Clear All Filters' })
    .or(page.getByRole('link', { name: 'Clear All Filters' }))
  await expect(clear.first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await clear.first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(search).toHaveValue('')

  const [first] = products
  if (!first) throw new Error('The demo has products')
  await search.fill(first.name.toUpperCase())
  await expect(page.getByRole('article').filter({ hasText: first.sku })).toHaveCount(1)
})

test('a category in the address filters the list, in upper or lower case', async ({ page }) => {
  const [product] = await listProductsOnSale(page)
  const name = product?.category.name ?? ''
  for (const address of [name.toLowerCase(), name.toUpperCase()]) {
    await visit(page, `/products/${encodeURIComponent(address)}`)
    const all: { category: { name: string } }[] = await (await page.request.get('/api/products')).json()
    const inCategory = all.filter((one) => one.category.name === name).length
    await expect(page.getByText(new RegExp(`Showing ${Math.min(12, inCategory)} of`))).toBeVisible()
    expect(await page.getByRole('article').count()).toBe(Math.min(12, inCategory))
  }
})

test('a category that does not exist is 404, with the controls of the list', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  expect(await visit(page, '/products/marzipan')).toBe(404)
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByText(/Showing 0 of \d+ products/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('marzipan')
  const [product] = await listProductsOnSale(page)
  const name = product?.category.name ?? ''
  await page.getByLabel('Category').selectOption({ label: name })
  await waitForPath(page, '/products')
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(name)
  await visit(page, '/products/marzipan')
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await waitForPath(page, '/products')
  await expect(page.getByText(/Showing 12 of \d+ products/)).toBeVisible()
})

test('the page of a product leads to its category and to related products', async ({ page }) => {
  const product = await findProductOnSale(page)
  expect(await visit(page, `/product/${product.id}`)).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product.name)
  const trail = page.getByRole('navigation', { name: /breadcrumb/i })
  await expect(trail.getByRole('link', { name: 'Home' })).toBeVisible()
  await trail.getByRole('link', { name: product.category.name }).click()
  await waitForPath(page, `/products/${product.category.name.toLowerCase()}`)
})

test('the quantity of a product stays between one and the stock', async ({ page }) => {
  const product = await findProductOnSale(page)
  await visit(page, `/product/${product.id}`)
  const quantity = page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' })
  await expect(quantity).toHaveValue('1')
  await quantity.fill('3')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText(`3 × ${product.name} added to your cart.`).first()).toBeVisible()
  await expect(quantity).toHaveValue('1')
  expect(await cartBadge(page)).toBe(3)

  await quantity.fill('2')
  const most = Math.min(product.stock, product.maxPerOrder)
  await quantity.fill(String(most + 1))
  const why = most < product.stock ? `at most ${most} in one order` : `${most} in stock`
  await expect(quantity).toHaveAccessibleDescription(`Please choose 1 to ${most}: ${why}`)
  await quantity.blur()
  await expect(quantity).toHaveValue('2')
  await expect(page.getByText(`Please choose 1 to ${most}: ${why}`)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity).toHaveValue('3')
  await expect(quantity).toHaveAccessibleDescription('')
})

test('the cart survives back and forward, a reload and a second tab', async ({ page, context }) => {
  const product = await findProductOnSale(page)
  await addProductToCart(page, product)
  await visit(page, '/cart')
  await page.goBack()
  await waitForHydration(page)
  expect(await cartBadge(page)).toBe(1)
  await page.reload()
  await waitForHydration(page)
  expect(await cartBadge(page)).toBe(1)
  const second = await context.newPage()
  await visit(second, '/cart')
  await expect(second.getByRole('main').getByText(product.name).first()).toBeVisible()
  await second.close()
})

test('the cart page counts, removes and clears', async ({ page }) => {
  const [one, other] = await listProductsOnSale(page)
  if (!one || !other) throw new Error('The demo has products')
  await fillCart(page, one, other)
  await visit(page, '/cart')
  const main = page.getByRole('main')
  await main
    .getByRole('button', { name: /remove/i })
    .first()
    .click()
  await expect(page.getByText('Item removed').first()).toBeVisible()
  expect(await cartBadge(page)).toBe(1)
  await main.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  const onwards = page
    .getByRole('link', { name: 'Continue Shopping' })
    .or(page.getByRole('button', { name: 'Continue Shopping' }))
  await onwards.click()
  await waitForPath(page, '/products')
})

test('an empty cart has nothing to check out', async ({ page }) => {
  await signIn(page, createEmail())
  await visit(page, '/checkout')
  await expect(page.getByText('No Items to Checkout')).toBeVisible()
})

test('the success page says thank you', async ({ page }) => {
  expect(await visit(page, '/checkout/success')).toBe(200)
  await expect(page.getByText('Order Successful!')).toBeVisible()
  await expect(page.getByText('Thank you for your purchase!')).toBeVisible()
})
