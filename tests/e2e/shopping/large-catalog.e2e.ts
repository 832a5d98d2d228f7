import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { filterProducts } from '#src/features/catalog/products/products.ts'
import { importManyProducts, listAllProducts } from '#tests/e2e/catalog.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

// A separate shop: other tests do not want this many products.
test.use({ variables: {} })

/** With the demo products, more than one page, but all in the browser. */
const MEDIUM = 470
/** So many more are more than a browser loads. */
const MORE = 10
const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('article')
const names = async (page: Page) => (await cards(page).getByRole('heading').allInnerTexts()).toSorted()
const namesOf = (products: Product[]) => products.map(({ name }) => name).toSorted()

test.beforeAll(({ playwright, shop }) => importManyProducts(playwright, shop, { more: MEDIUM }))

/** Presses 'Load More Products' until all results are shown. */
async function loadAll(page: Page, found: number, total: number) {
  const more = main(page).getByRole('link', { name: 'Load More Products' })
  for (let shown = 12; shown < found; shown += 12) {
    await expect(main(page).getByText(`Showing ${shown} of ${total} products`)).toBeVisible()
    await more.click()
    await expect(cards(page).nth(shown).getByRole('link')).toBeFocused()
  }
  await expect(main(page).getByText(`Showing ${found} of ${total} products`)).toBeVisible()
  await expect(more).toHaveCount(0)
}

test('a catalog of five hundred is loaded into the browser once the filters are used', async ({ page }) => {
  const all = await listAllProducts(page.request)
  expect(all).toHaveLength(500)
  await visit(page, '/products')
  const searches: string[] = []
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/products') searches.push(search)
  })
  const headings = cards(page).getByRole('heading')
  await main(page).getByRole('searchbox').focus()
  await expect.poll(() => searches.length).toBe(5)

  const firstOf = (filters: Parameters<typeof filterProducts>[1]) =>
    filterProducts(all, filters)
      .slice(0, 12)
      .map(({ name }) => name)
  await main(page).getByRole('searchbox').press('q')
  await expect(headings).toHaveText(firstOf({ search: 'q' }))
  const category = all.find(({ name }) => name.startsWith('Qamar'))?.category.name ?? ''
  await main(page).getByLabel('Category').selectOption({ label: category })
  await expect(headings).toHaveText(firstOf({ search: 'q', category }))
  await main(page).getByRole('link', { name: 'Load More Products' }).click()
  await expect(main(page).getByText('Showing 24 of 500 products')).toBeVisible()
  // Known products need no request.
  expect(searches).toHaveLength(5)
})

test.describe('with ten more', () => {
  test.beforeAll(({ playwright, shop }) => importManyProducts(playwright, shop, { before: MEDIUM, more: MORE }))

  test('a customer browses a catalog that the browser does not hold in full', async ({ page }) => {
    const all = await listAllProducts(page.request)
    const withQ = filterProducts(all, { search: 'q' })
    expect(withQ.length).toBeGreaterThan(60)

    await visit(page, '/products')
    await expect(main(page).getByText(`Showing 12 of ${all.length} products`)).toBeVisible()
    await main(page).getByRole('searchbox').pressSequentially('q')
    const known = new Set(namesOf(withQ))
    await expect
      .poll(async () => (await names(page)).every((name) => known.has(name)), 'the server answered')
      .toBe(true)
    await loadAll(page, withQ.length, all.length)
    expect(await names(page)).toEqual(namesOf(withQ))

    const category = withQ.find(({ name }) => name.startsWith('Qamar'))?.category.name ?? ''
    const inCategory = filterProducts(all, { search: 'q', category })
    expect(inCategory.length).toBeGreaterThan(24)
    await main(page).getByLabel('Category').selectOption({ label: category })
    await loadAll(page, inCategory.length, all.length)
    expect(await names(page)).toEqual(namesOf(inCategory))

    const card = cards(page).nth(20)
    const name = await card.getByRole('heading').innerText()
    await card.getByRole('link').scrollIntoViewIfNeeded()
    const place = () => page.evaluate(() => scrollY)
    const left = await place()
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/product\/\d+$/)
    await expect(main(page).getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
    await waitForPath(page, '/products')
    await expect(cards(page)).toHaveCount(inCategory.length)
    await expect.poll(place, 'back leads to the same place').toBe(left)
    expect(await names(page)).toEqual(namesOf(inCategory))
  })

  test('a word is searched once it is typed, not with each of its letters', async ({ page }) => {
    await visit(page, '/products')
    const searches: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/products') searches.push(searchParams.get('q'))
    })
    await main(page).getByRole('searchbox').pressSequentially('qamar', { delay: 60 })
    await expect(cards(page).first().getByRole('heading', { name: 'Qamar Bar' })).toBeVisible()
    await expect.poll(() => searches.at(-1)).toBe('qamar')
    // A busy machine may take longer per letter than the debounce waits.
    expect(searches.length).toBeLessThan('qamar'.length)
  })

  test('mistyped words and filters are answered by the server, and counted', async ({ page, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/)
    await visit(page, '/products')
    await main(page).getByRole('searchbox').fill('qamra bar')
    await expect(main(page).getByText('Showing products for “qamar bar”.')).toBeVisible()
    await expect(cards(page).first().getByRole('heading')).toHaveText(/^Qamar Bar/)
    await main(page).getByRole('searchbox').fill('qamar xqzw')
    await main(page).getByRole('button', { name: 'qamar', exact: true }).click()
    await expect(main(page).getByRole('searchbox')).toHaveValue('qamar')
    await main(page).getByRole('button', { name: 'Filters', exact: true }).click()
    // Imported products have no stated allergens.
    await expect(main(page).getByRole('button', { name: 'Tree nuts (0)' })).toBeDisabled()
    await main(page).getByRole('button', { name: 'Remove qamar' }).click()
    await main(page)
      .getByRole('button', { name: /^Tree nuts \([1-9]\d*\)$/ })
      .click()
    await expect(page).toHaveURL(/without=tree-nuts/)
    await expect(cards(page).first()).toBeVisible()
    for (const name of await names(page)) expect(name).not.toMatch(/Bar \d+$/)
    const address = page.url()
    await page.goto('about:blank')
    await visit(page, address)
    await expect(main(page).getByRole('list', { name: 'Filters' })).toContainText('Without: tree nuts')
    for (const name of await names(page)) expect(name).not.toMatch(/Bar \d+$/)

    await page.route('**/api/products?*', (route) => route.abort())
    await main(page).getByRole('button', { name: 'Filters', exact: true }).click()
    await main(page)
      .getByRole('button', { name: /^Peanuts/ })
      .click()
    await expect(main(page).getByText('This search failed.', { exact: true })).toBeVisible()
    await expect(cards(page), 'nothing that may contain peanuts').toHaveCount(0)
  })

  test('saved items are shown in a large catalog, too', async ({ page }) => {
    const saved = (await listAllProducts(page.request)).find(({ name }) => name.startsWith('Qamar'))
    if (!saved) throw new Error('The shelf was filled')
    await visit(page, `/product/${saved.id}`)
    await page.getByRole('button', { name: 'Wishlist' }).click()
    await expect(page.getByRole('button', { name: 'Wishlist' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('Added to cart!').first()).toBeVisible()
    await visit(page, '/cart')
    await page.getByRole('button', { name: 'Save for Later' }).click()
    for (const name of ['Saved for Later', 'Wishlist']) {
      const storage = page.getByRole('region', { name })
      await expect(storage.getByRole('heading', { name: saved.name })).toBeVisible()
      await expect(storage.getByText('5 in stock').first()).toBeVisible()
    }
  })
})
