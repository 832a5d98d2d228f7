import { expect } from '@playwright/test'
import { filterProducts } from '#src/features/catalog/products/products.ts'
import { importManyProducts, listAllProducts } from '#tests/e2e/catalog.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

// A separate shop: other tests do not want this many products.
test.use({ variables: {} })

/** With the demo products, more than one page, but all in the browser. */
const NEW = 470

test.beforeAll(({ playwright, shop }) => importManyProducts(playwright, shop, NEW))

test('a catalog of five hundred is loaded into the browser once the filters are used', async ({ page }) => {
  const all = await listAllProducts(page.request)
  expect(all).toHaveLength(500)
  await visit(page, '/products')
  const searches: string[] = []
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/products') searches.push(search)
  })
  const main = page.getByRole('main')
  const names = main.getByRole('article').getByRole('heading')
  await main.getByRole('searchbox').focus()
  await expect.poll(() => searches.length).toBe(5)

  const firstOf = (filters: Parameters<typeof filterProducts>[1]) =>
    filterProducts(all, filters)
      .slice(0, 12)
      .map(({ name }) => name)
  await main.getByRole('searchbox').press('q')
  await expect(names).toHaveText(firstOf({ search: 'q' }))
  const category = all.find(({ name }) => name.startsWith('Qamar'))?.category.name ?? ''
  await main.getByLabel('Category').selectOption({ label: category })
  await expect(names).toHaveText(firstOf({ search: 'q', category }))
  await main.getByRole('link', { name: 'Load More Products' }).click()
  await expect(main.getByText('Showing 24 of 500 products')).toBeVisible()
  // Known products need no request.
  expect(searches).toHaveLength(5)
})
