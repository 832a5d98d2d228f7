import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const names = (page: Page) => main(page).getByRole('article').getByRole('heading').allInnerTexts()

async function products(page: Page): Promise<Product[]> {
  return (await page.request.get('/api/products')).json()
}

test('the filters of the list can be removed one by one', async ({ page }) => {
  await visit(page, '/products')
  const total = (await products(page)).length
  await main(page).getByRole('searchbox').fill('dark')
  await main(page).getByLabel('Category').selectOption({ index: 1 })
  const chips = main(page).getByRole('list', { name: 'Filters' }).getByRole('listitem')
  await expect(chips).toHaveCount(2)
  await chips.filter({ hasText: 'Search' }).getByRole('button').click()
  await expect(main(page).getByRole('searchbox')).toHaveValue('')
  await expect(chips).toHaveCount(1)
  await chips.getByRole('button').click()
  await expect(chips).toHaveCount(0)
  await expect(main(page).getByText(`Showing 12 of ${total} products`)).toBeVisible()
})

test('the list is sorted by name, by price up and down, and by stock', async ({ page }) => {
  await visit(page, '/products')
  const sort = main(page).getByLabel('Sort by')
  await expect(sort.getByRole('option')).toHaveText([
    'Name A-Z',
    'Price low to high',
    'Price high to low',
    'Stock available',
  ])
  const all = await products(page)
  const orders: [string, (one: Product, other: Product) => number][] = [
    ['Price low to high', (one, other) => one.price - other.price],
    ['Price high to low', (one, other) => other.price - one.price],
    ['Stock available', (one, other) => other.stock - one.stock],
    ['Name A-Z', (one, other) => one.name.localeCompare(other.name)],
  ]
  for (const [label, order] of orders) {
    await sort.selectOption(label)
    const first = all.toSorted(order).slice(0, 12)
    await expect
      .poll(async () => {
        const shown = await names(page)
        const rows = shown.map((name) => all.find((product) => product.name === name))
        return rows.length === 12 && rows.every((row, i) => row && first[i] && order(row, first[i]) === 0)
      }, label)
      .toBe(true)
  }
})

test('the list is a grid or a list, as the address says', async ({ page }) => {
  await visit(page, '/products')
  const [grid, list] = ['Grid view', 'List view'].map((name) => main(page).getByRole('button', { name }))
  await expect(grid ?? list ?? main(page)).toHaveAttribute('aria-pressed', 'true')
  await list?.click()
  await expect(page).toHaveURL(/view=list/)
  await expect(list ?? main(page)).toHaveAttribute('aria-pressed', 'true')
  const [first, second] = await main(page).getByRole('article').all()
  const [above, below] = [await first?.boundingBox(), await second?.boundingBox()]
  expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY)
  expect(below?.x).toBe(above?.x)
})

test('Load More shows twelve more, keeps the position, and is missing for twelve or fewer', async ({ page }) => {
  const all = await products(page)
  await visit(page, '/products')
  await expect(main(page).getByRole('article')).toHaveCount(12)
  const more = main(page).getByRole('link', { name: 'Load More Products' })
  await more.click()
  await expect(main(page).getByRole('article')).toHaveCount(Math.min(24, all.length))
  await expect(page).toHaveURL(/shown=24/)
  await expect(main(page).getByRole('article').nth(12).getByRole('link')).toBeFocused()
  const link = main(page).getByRole('article').nth(20).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => scrollY)
  const left = await place()
  await link.click()
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await page.goBack()
  await waitForPath(page, '/products')
  await expect(main(page).getByRole('article')).toHaveCount(Math.min(24, all.length))
  await expect.poll(place, 'back leads to the same place').toBe(left)

  const small = all.find(({ category }) => all.filter((other) => other.category.name === category.name).length <= 12)
  await visit(page, `/products/${encodeURIComponent(small?.category.name.toLowerCase() ?? '')}`)
  await expect(main(page).getByRole('article').first()).toBeVisible()
  await expect(more).toHaveCount(0)
})
