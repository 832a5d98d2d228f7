import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { expectAccessible, expectAccessibleAtWidths } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { listProductsOnSale } from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

test.use({ viewport: { width: 390, height: 844 }, variables: {} })

const PICTURES = [
  { url: '/pictures/dark-golconda-bar.webp', alt: 'The whole bar' },
  { url: '/pictures/farm-harvest.webp', alt: 'A broken piece' },
  { url: '/pictures/deccan-milk-bar.webp', alt: 'The bar in its box' },
]

async function readProduct(page: Page, id: number | undefined): Promise<ProductDetail> {
  return (await page.request.get(`/api/products/${id}`)).json()
}

const aProduct = async (page: Page, place = 0) => readProduct(page, (await listProductsOnSale(page)).at(place)?.id)

async function findProductWithOnePicture(page: Page): Promise<ProductDetail> {
  for (const { id } of (await listProductsOnSale(page)).toReversed()) {
    const product = await readProduct(page, id)
    if (product.images.length === 1) return product
  }
  throw new Error('Every product of the demo has several pictures')
}

async function givePictures(page: Page, product: ProductDetail, { url, count = 3 }: { url: string; count?: number }) {
  const headers = { origin: url }
  expect((await page.request.post('/api/admin/login', { headers, data: ADMIN })).status()).toBe(200)
  const { name, description, price, stock, minStock, sku, categoryId } = product
  const images = PICTURES.slice(0, count)
  const saved = await page.request.put(`/api/products/${product.id}`, {
    headers,
    data: { name, description, price, stock, minStock, sku, categoryId, images },
  })
  expect(saved.status(), await saved.text()).toBe(200)
}

const gallery = (page: Page, { name }: { name: string }) => page.getByRole('region', { name: `Pictures of ${name}` })
const thumbnail = (within: Locator, place: number) =>
  within.getByRole('button', { name: `Picture ${place} of 3`, exact: false })
const enlarge = (within: Locator) => within.getByRole('button', { name: /enlarge$/ })

test('a product with one picture shows it four times, and no button', async ({ page }) => {
  const product = await findProductWithOnePicture(page)
  await visit(page, `/product/${product.id}`)
  expect(product.images).toEqual([{ url: product.imageUrl, alt: product.name }])
  await expect(gallery(page, product)).toHaveCount(0)
  await expect(page.locator('main span.aspect-square')).toHaveCount(4)
})

test('the pictures of a product are chosen by thumbnails, arrow keys and a swipe', async ({ page, shop }) => {
  const product = await aProduct(page)
  await givePictures(page, product, shop)
  await visit(page, `/product/${product.id}`)
  const pictures = gallery(page, product)
  await expect(thumbnail(pictures, 1)).toHaveAttribute('aria-pressed', 'true')
  await expect(enlarge(pictures)).toHaveAccessibleName(/^The whole bar/)
  await expectAccessibleAtWidths(page, 'the page of a product with several pictures')
  await page.setViewportSize({ width: 390, height: 844 })

  await thumbnail(pictures, 2).click()
  await expect(enlarge(pictures)).toHaveAccessibleName(/^A broken piece/)
  await expect(enlarge(pictures)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await expect(thumbnail(pictures, 3)).toBeFocused()
  await expect(enlarge(pictures)).toHaveAccessibleName(/^The bar in its box/)
  await page.keyboard.press('ArrowRight')
  await expect(thumbnail(pictures, 3)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(thumbnail(pictures, 1)).toHaveAttribute('aria-pressed', 'true')

  // A swipe scrolls the strip.
  await enlarge(pictures).evaluate((button) => button.parentElement?.scrollBy({ left: 300 }))
  await expect(thumbnail(pictures, 2)).toHaveAttribute('aria-pressed', 'true')
})

test('a pressed picture is enlarged, and the arrow keys show the others', async ({ page, shop }) => {
  const product = await aProduct(page, 1)
  await givePictures(page, product, shop)
  await visit(page, `/product/${product.id}`)
  const pictures = gallery(page, product)
  await enlarge(pictures).click()
  const dialog = page.getByRole('dialog', { name: product.name })
  await expect(dialog.getByRole('img', { name: 'The whole bar' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Previous picture' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 of 3: A broken piece')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('status')).toHaveText('3 of 3: The bar in its box')
  await expectAccessibleAtWidths(page, 'an enlarged picture')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(thumbnail(pictures, 3)).toHaveAttribute('aria-pressed', 'true')
})

test('the admin orders the pictures of a product by keys and by dragging', async ({ page, browserErrors, shop }) => {
  browserErrors.expect(/ 400 .*api\/products/)
  const product = await aProduct(page, 2)
  await givePictures(page, product, { url: shop.url, count: 2 })
  await openAsAdmin(page, `/admin?tab=products&id=${product.id}`)
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: 'Edit product' })
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#5b2f1c' } })
    .png()
    .toBuffer()
  await dialog.getByLabel('Upload a picture').setInputFiles({ name: 'third.png', mimeType: 'image/png', buffer: bytes })
  await expectToast(page, 'Image Uploaded')
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  const missing = dialog.getByLabel('What picture 3 shows')
  await expect(missing).toBeFocused()
  await expect(missing).toHaveAccessibleDescription(/Please describe this picture/)
  await missing.fill('The bar on a table')

  await dialog.getByRole('button', { name: 'Move up picture 3' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move up picture 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('What the picture shows')).toHaveValue('The bar on a table')
  await expectAccessible(page, 'the pictures of a product')
  const rows = dialog
    .getByRole('list')
    .filter({ has: page.getByLabel('Picture address') })
    .getByRole('listitem')
  await dragOnto(rows.nth(0).locator('[draggable=true]'), rows.nth(2).locator('[draggable=true]'))
  await expect(dialog.getByLabel('What picture 3 shows')).toHaveValue('The bar on a table')
  await dialog.getByRole('button', { name: 'Remove picture 2' }).click()
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  await expectToast(page, 'Product Updated')
  const { images, imageUrl } = await aProduct(page, 2)
  expect(images.map(({ alt }) => alt)).toEqual(['The whole bar', 'The bar on a table'])
  expect(imageUrl).toBe(PICTURES[0]?.url)
})

/** A browser begins to drag after several small moves. */
async function dragOnto(handle: Locator, target: Locator) {
  const page = handle.page()
  const { mouse } = page
  // All rows fit on the screen.
  await page.setViewportSize({ width: 390, height: 2000 })
  // Waits until the dialog stands still.
  await handle.hover()
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('Both rows are on the screen')
  await mouse.move(from.x + 60, from.y + 40)
  await mouse.down()
  await mouse.move(from.x + 60, from.y + 80, { steps: 5 })
  await mouse.move(to.x + 60, to.y + 10, { steps: 5 })
  await mouse.up()
}

test('a ninth picture is refused beside the field', async ({ page, shop }) => {
  const product = await aProduct(page, 4)
  await givePictures(page, product, shop)
  await openAsAdmin(page, `/admin?tab=products&id=${product.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit product' })
  const files = await Promise.all(
    Array.from({ length: 6 }, async (_, nth) => ({
      name: `${nth}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background: { r: 40 * nth, g: 20, b: 20 } } })
        .png()
        .toBuffer(),
    })),
  )
  const upload = dialog.getByLabel('Upload a picture')
  await upload.setInputFiles(files)
  await expect(dialog.getByLabel('Address of picture 8')).toBeVisible()
  await expect(upload).toHaveAccessibleDescription(
    /A product has at most eight pictures\. One picture was not uploaded\./,
  )
  await expect(dialog.getByLabel('Address of picture 9')).toHaveCount(0)
})
