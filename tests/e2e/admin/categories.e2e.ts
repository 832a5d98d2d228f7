import { expect, type Page } from '@playwright/test'
import type { AdminCategory } from '#src/features/catalog/categories/categories.contract.ts'
import { expectAccessibleAtWidths } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { listProductsOnSale } from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration, waitForPath } from '#tests/e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, variables: {} })

const categories = (page: Page) => page.getByRole('region', { name: 'Categories' })
const namesIn = (page: Page) => categories(page).getByRole('heading', { level: 2 }).allInnerTexts()

async function atTheCategories(page: Page): Promise<AdminCategory[]> {
  await openAsAdmin(page, '/admin?tab=products')
  await page.getByRole('region', { name: 'Products' }).getByRole('link', { name: 'Categories' }).click()
  await expect(categories(page)).toBeVisible()
  await waitForHydration(page)
  return (await page.request.get('/api/admin/categories')).json()
}

/** The names that the select of the list offers. */
async function namesInShop(page: Page): Promise<string[]> {
  await visit(page, '/products')
  const options = await page.getByRole('main').getByLabel('Category').getByRole('option').allInnerTexts()
  return options.slice(1)
}

test('the admin adds a category with a text and a picture, and its page shows them', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 409 .*api\/admin\/categories/)
  const [first] = await atTheCategories(page)
  if (!first) throw new Error('The demo has categories')
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await dialog.getByLabel('Name').fill(first.name.toUpperCase())
  await dialog.getByRole('button', { name: 'Save Category' }).click()
  await expect(dialog.getByText(`The category ${first.name} already exists.`)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Monsoon')
  await dialog.getByLabel('Text', { exact: true }).fill('Warm spices for wet evenings.')
  await dialog.getByLabel('Picture address').fill('/pictures/placeholder.webp')
  await expectAccessibleAtWidths(page, 'the form of a category')
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'Save Category' }).click()
  await expectToast(page, 'Category Saved')
  await expect(dialog).toBeHidden()
  expect((await namesIn(page)).at(-1)).toBe('Monsoon')

  expect(await visit(page, '/products/monsoon')).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Monsoon' })).toBeVisible()
  const text = page.getByText('Warm spices for wet evenings.')
  await expect(text).toBeVisible()
  await expectAccessibleAtWidths(page, 'the page of a category with a text and a picture')
  await page.getByRole('main').getByLabel('Category').selectOption({ label: first.name })
  await expect(text).toBeHidden()
})

test('a renamed category keeps its products, and its old address is 404', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  const [first] = await atTheCategories(page)
  if (!first) throw new Error('The demo has categories')
  await page.getByRole('button', { name: `Edit ${first.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${first.name}` })
  await expect(dialog.getByText('The old address is not redirected', { exact: false })).toBeVisible()
  await dialog.getByLabel('Name').fill('First Harvest')
  await dialog.getByRole('button', { name: 'Save Category' }).click()
  await expectToast(page, 'Category Saved')
  expect(await visit(page, '/products/first%20harvest')).toBe(200)
  await expect(page.getByRole('article').first()).toContainText('First Harvest')
  expect(await visit(page, `/products/${encodeURIComponent(first.name.toLowerCase())}`)).toBe(404)
})

test('the admin orders the categories from the keyboard, and the shop follows', async ({ page }) => {
  const [first, second] = await atTheCategories(page)
  if (!first || !second) throw new Error('The demo has two categories')
  const down = page.getByRole('button', { name: `Move down ${first.name}` })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${first.name} is now number 2` })).toBeAttached()
  await expect(down).toBeFocused()
  expect((await namesIn(page)).slice(0, 2)).toEqual([second.name, first.name])
  expect((await namesInShop(page)).slice(0, 2)).toEqual([second.name, first.name])
})

test('a hidden category has no page, and its products stay for sale', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  const [product] = await listProductsOnSale(page)
  if (!product) throw new Error('The demo sells something')
  const { name } = product.category
  const address = `/products/${encodeURIComponent(name.toLowerCase())}`
  await atTheCategories(page)
  await page.getByRole('button', { name: `Hide ${name}` }).click()
  await expect(categories(page).getByText('Hidden')).toBeVisible()
  expect(await namesInShop(page)).not.toContain(name)
  expect(await visit(page, address)).toBe(404)
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  expect(await visit(page, `/product/${product.id}`)).toBe(200)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'Products', product.name])
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled()

  await atTheCategories(page)
  await page.getByRole('button', { name: `Show ${name}` }).click()
  await expect(categories(page).getByText('Hidden')).toBeHidden()
  expect(await visit(page, address)).toBe(200)
})

test('a category with products is deleted when another takes them', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 409 .*api\/admin\/categories/)
  const all = await atTheCategories(page)
  const [from, to] = [all.at(1), all.at(0)]
  if (!from || !to) throw new Error('The demo has two categories')
  expect(from.products).toBeGreaterThan(0)
  await page.getByRole('button', { name: `Delete ${from.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${from.name}?` })
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await expect(dialog.getByText('Please choose the category that takes them.', { exact: false })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the question before a category is deleted')
  await dialog.getByLabel('Move its products to').selectOption({ label: to.name })
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await expectToast(page, 'Category Deleted')
  const after: AdminCategory[] = await (await page.request.get('/api/admin/categories')).json()
  expect(after.map(({ id }) => id)).not.toContain(from.id)
  expect(after.find(({ id }) => id === to.id)?.products).toBe(to.products + from.products)
  await expect(dialog).toBeHidden()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Admin', exact: true }).click()
  await waitForPath(page, '/admin')
})
