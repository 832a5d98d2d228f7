import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { formatPrice } from '#src/core/money.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { listProductsOnSale } from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function atTheProducts(page: Page, path = '/admin?tab=products') {
  await openAsAdmin(page, path)
  // An open dialog hides it from assistive technology.
  await expect(page.getByRole('table', { name: 'Products', includeHidden: true })).toBeVisible()
}

/** A photo as a phone takes it: rotated, with its location. */
const photograph = () =>
  sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#5b2f1c' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '17/1 23/1 5/1', GPSLongitudeRef: 'E', GPSLongitude: '78/1 29/1 9/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

async function find(page: Page, words: string) {
  const search = page.getByRole('searchbox', { name: 'Search products' })
  // Wait for hydration.
  await expect(async () => {
    await search.fill(words)
    await search.press('Enter')
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === words, { timeout: 4000 })
  }).toPass()
  await waitForHydration(page)
}

const productNamed = async (page: Page, name: string): Promise<Product | undefined> =>
  (await listProductsOnSale(page)).find((product) => product.name === name)

test('the admin adds a product with a photo from a phone, and the shop shows it without the location', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 .*api\/products/)
  const taken = await photograph()
  expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Phone')
  await atTheProducts(page)
  await page.getByRole('button', { name: 'Add product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add product' })
  await dialog.getByLabel('Name', { exact: true }).fill('Jaggery Bar')
  await dialog
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: taken })
  await expectToast(page, 'Image Uploaded')
  await expect(dialog.getByLabel('Picture address')).toHaveValue(/^\/uploads\/[0-9a-f]{32}-1280\.webp$/)
  await dialog.getByLabel('Price in rupees').fill('1,250.50')
  await dialog.getByLabel('Category', { exact: true }).selectOption({ label: 'New category…' })
  await dialog.getByLabel('Minimum stock').fill('2')
  await dialog.getByLabel('SKU').fill('GC-JAG-01')
  await dialog.getByLabel('Stock', { exact: true }).fill('8')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(dialog.getByLabel('Name of the new category')).toBeFocused()
  await expect(dialog.getByLabel('Name of the new category')).toHaveAccessibleDescription(/give the category a name/)
  await dialog.getByLabel('Name of the new category').fill('Winter')
  await expectAccessible(page, 'the form of a product')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Product Created')
  await expect(dialog).toBeHidden()

  const product = await productNamed(page, 'Jaggery Bar')
  expect(product).toMatchObject({ price: 1250.5, stock: 8, category: { name: 'Winter' } })
  await visit(page, `/product/${product?.id}`)
  const picture = page.getByRole('img', { name: 'Jaggery Bar' }).first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const served = await page.request.get(await picture.evaluate((img: HTMLImageElement) => img.currentSrc))
  expect(served.headers()).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const { width, height, exif, orientation } = await sharp(await served.body()).metadata()
  expect(height).toBeGreaterThan(width)
  expect([exif, orientation]).toEqual([undefined, undefined])
})

test('the admin restocks with a reason, and the ledger says who and why', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 409 .*api\/admin\/products/)
  const [product] = (await listProductsOnSale(page)).toReversed()
  if (!product) throw new Error('The demo sells something')
  await atTheProducts(page)
  await find(page, product.sku)
  await page.getByRole('button', { name: `Stock of ${product.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Stock' })
  await dialog.getByLabel('How many pieces').fill('12')
  await dialog.getByLabel('Note').fill('Batch of Monday')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Product Updated')
  const latest = dialog.getByRole('listitem').first()
  await expect(latest).toContainText('+12')
  await expect(latest).toContainText('Made')
  await expect(latest).toContainText('Batch of Monday')
  await expect(latest).toContainText(ADMIN.email)
  await expectAccessible(page, 'the stock of a product')

  await dialog.getByLabel('What happened').selectOption('Damaged')
  await dialog.getByLabel('How many pieces').fill('5000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^There are only [0-9]+ pieces\.$/)).toBeVisible()
  await expectToast(page, 'Update Failed')
  const stocked = await productNamed(page, product.name)
  expect(stocked?.stock).toBe(product.stock + 12)
})

test('a new price is in the shop at once; an invalid value is rejected beside its field', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 .*api\/products/)
  const [product] = await listProductsOnSale(page)
  if (!product) throw new Error('The demo sells something')
  await atTheProducts(page)
  await find(page, product.sku)
  await page.getByRole('button', { name: `Edit ${product.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit product' })
  const price = dialog.getByLabel('Price in rupees')
  await price.fill('a lot')
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  await expectToast(page, 'Update Failed')
  await expectToast(page, 'Failed to update product. Please try again.')
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('Please enter the price in rupees', { exact: false })).toBeVisible()
  // The label's MRP is the most that it may cost.
  const cheaper = product.price - 10
  await price.fill(String(cheaper))
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  await expectToast(page, 'Product Updated')
  await expect(dialog).toBeHidden()
  await visit(page, `/product/${product.id}`)
  await expect(page.getByText(formatPrice(cheaper)).first()).toBeVisible()
})

test('a file that is not an image, or too large, is not uploaded', async ({ page }) => {
  await atTheProducts(page, '/admin?tab=products&id=new')
  const upload = page.getByRole('dialog', { name: 'Add product' }).getByLabel('Upload a picture')
  await upload.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expectToast(page, 'Invalid File')
  await expectToast(page, 'Please select an image file (JPG, PNG, GIF, etc.)')
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  await upload.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large })
  await expectToast(page, 'File Too Large')
  await expectToast(page, 'Please select an image smaller than 5MB')
})

test("a file that only claims to be an image is rejected with the server's message", async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 .*api\/upload/)
  await atTheProducts(page, '/admin?tab=products&id=new')
  const upload = page.getByRole('dialog', { name: 'Add product' }).getByLabel('Upload a picture')
  const disguised = Buffer.from('<!doctype html><script>alert(1)</script>')
  await upload.setInputFiles({ name: 'bar.png', mimeType: 'image/png', buffer: disguised })
  await expectToast(page, 'Upload Failed')
  await expectToast(page, 'This file cannot be read as a picture. Please choose a JPG, PNG, GIF, WebP or AVIF.')
})

test('the products are exported and imported, line by line and after a preview', async ({ page }) => {
  const [product] = await listProductsOnSale(page)
  if (!product) throw new Error('The demo sells something')
  await atTheProducts(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d{2}-\d{2}\.csv$/)

  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import CSV' })
  const file = (text: string) => ({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const chooser = dialog.getByLabel('Choose a CSV file')
  await chooser.setInputFiles(file(`SKU,Price\n${product.sku},free\n`))
  await expect(dialog.getByText('1 line with errors.', { exact: false })).toBeVisible()
  await expect(dialog.getByText('Please enter the price in rupees', { exact: false })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Apply this change' })).toHaveCount(0)

  await chooser.setInputFiles(file('SKU,Name,Category,Price,Stock\nNEW-1,Toffee Slab,Milk,275,40\n'))
  const line = dialog.getByRole('listitem').filter({ hasText: 'Toffee Slab' })
  await expect(line).toContainText(/New.*Category.*Milk.*Price.*275\.00.*Stock.*40/)

  const cheaper = product.price - 0.5
  await chooser.setInputFiles(file(`SKU,Price\n${product.sku},${cheaper}\n`))
  await expect(dialog.getByText('0 new products, 1 change, 0 as they are.')).toBeVisible()
  await expect(dialog.getByText(cheaper.toFixed(2))).toBeVisible()
  await expectAccessible(page, 'the changes of a file')
  expect((await productNamed(page, product.name))?.price).toBe(product.price)
  await dialog.getByRole('button', { name: 'Apply this change' }).click()
  await expect(dialog.getByText('Done: 0 new products, 1 change, 0 as they are.')).toBeVisible()
  expect((await productNamed(page, product.name))?.price).toBe(cheaper)
})

test('a product is deleted after a confirmation, and archived instead if it was sold', async ({ page }) => {
  const product = (await listProductsOnSale(page)).at(5)
  if (!product) throw new Error('The demo sells six products')
  const questions: string[] = []
  let sure = false
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return sure ? dialog.accept() : dialog.dismiss()
  })
  await atTheProducts(page)
  await find(page, product.sku)
  const button = page.getByRole('button', { name: `Delete ${product.name}` })
  await button.click()
  expect(questions).toEqual(['Are you sure you want to delete this product?'])
  expect(await productNamed(page, product.name)).toBeDefined()
  sure = true
  await button.click()
  await expectToast(page, 'Product Deleted')
  await expect(page.getByText('No products match.')).toBeVisible()
  expect(await productNamed(page, product.name)).toBeUndefined()
  expect((await page.request.get(`/api/products/${product.id}`)).status()).toBe(404)
})

test('admin errors are those of the specification', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 400 .*api\/products|ERR_FAILED|request failed/)
  const [product] = await listProductsOnSale(page)
  if (!product) throw new Error('The demo sells something')
  await atTheProducts(page, '/admin?tab=products&id=new')
  const dialog = page.getByRole('dialog', { name: 'Add product' })
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Creation Failed')
  await expectToast(page, 'Failed to create product. Please try again.')
  await expect(dialog.getByText('Please give the product a name.')).toBeVisible()

  // A tap beside the dialog loses nothing.
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('Half a name')
  await page.mouse.click(5, 300)
  await expect(name).toHaveValue('Half a name')

  await page.route('**/api/upload', (route) => route.abort())
  await dialog
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await photograph() })
  await expectToast(page, 'Upload Failed')
  await expectToast(page, 'Failed to upload image. Please try again.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.route(`**/api/products/${product.id}`, (route) => route.abort())
  page.on('dialog', (question) => question.accept())
  await find(page, product.sku)
  await page.getByRole('button', { name: `Delete ${product.name}` }).click()
  await expectToast(page, 'Delete Failed')
  await expectToast(page, 'Failed to delete product. Please try again.')
  await expect(page.getByRole('button', { name: `Delete ${product.name}` })).toBeVisible()
})

test("an upload that is answered 200 with success false has failed, with the server's message", async ({ page }) => {
  await atTheProducts(page, '/admin?tab=products&id=new')
  const message = 'The picture shelf is full.'
  await page.route('**/api/upload', (route) => route.fulfill({ json: { success: false, message } }))
  const dialog = page.getByRole('dialog', { name: 'Add product' })
  await dialog
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'bar.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a picture') })
  await expectToast(page, 'Upload Failed')
  await expectToast(page, message)
  await expect(dialog.getByLabel('Picture address')).toHaveValue('')
})

test('an upload shows its progress, and can be cancelled', async ({ page }) => {
  await atTheProducts(page, '/admin?tab=products&id=new')
  const dialog = page.getByRole('dialog', { name: 'Add product' })
  // No answer, so the upload stays in progress.
  await page.route('**/api/upload', () => {})
  const upload = dialog.getByLabel('Upload a picture')
  await upload.setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await photograph() })
  await expect(dialog.getByRole('progressbar', { name: 'Picture' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Product' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(upload).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Create Product' })).toBeEnabled()
  await expect(dialog.getByLabel('Picture address')).toHaveValue('')
})

test('the list can be searched and filtered, and fits a phone', async ({ page }) => {
  await atTheProducts(page)
  await expectAccessible(page, 'the list of products')
  await page.getByRole('button', { name: 'Sold out' }).click()
  await expect(page.getByText('Honeycomb Bark')).toBeVisible()
  await find(page, 'no such chocolate')
  await expect(page.getByText('No products match.')).toBeVisible()
})
