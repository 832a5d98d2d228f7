import { expect } from '@playwright/test'
import { filterProducts } from '#src/features/catalog/products/products.ts'
import { importManyProducts, listAllProducts } from '#tests/e2e/catalog.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

// Nobody else wants so many products.
test.use({ variables: {} })

/** With the demo's more than come with a page, and as many as a browser gets to know. */
const NEW = 470

test.beforeAll(({ playwright, shop }) => importManyProducts(playwright, shop, NEW))

test('a shop of five hundred is known to the browser once somebody turns to the filters', async ({ page }) => {
  const all = await listAllProducts(page.request)
  expect(all).toHaveLength(500)
  await visit(page, '/products')
  const asked: string[] = []
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/products') asked.push(search)
  })
  const main = page.getByRole('main')
  const names = main.getByRole('article').getByRole('heading')
  await main.getByRole('searchbox').focus()
  await expect.poll(() => asked.length).toBe(5)

  const firstOf = (sought: Parameters<typeof filterProducts>[1]) =>
    filterProducts(all, sought)
      .slice(0, 12)
      .map(({ name }) => name)
  await main.getByRole('searchbox').press('q')
  await expect(names).toHaveText(firstOf({ search: 'q' }))
  const category = all.find(({ name }) => name.startsWith('Qamar'))?.category.name ?? ''
  await main.getByLabel('Category').selectOption({ label: category })
  await expect(names).toHaveText(firstOf({ search: 'q', category }))
  await main.getByRole('link', { name: 'Load More Products' }).click()
  await expect(main.getByText('Showing 24 of 500 products')).toBeVisible()
  // The server is not asked for what is known.
  expect(asked).toHaveLength(5)
})
