import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin } from '#tests/e2e/admin.ts'
import { test, waitForHydration } from '#tests/e2e/fixtures.ts'
import { signInToLiveShop, startLiveShop } from '#tests/e2e/live-shop.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { LIVE_URL } from '#tests/live-settings.ts'

const { genericName, ingredients, storage, nutrition, origin } = MILK_BAR_FACTS

const NUTRITION: [label: string, amount: number][] = [
  ['Energy (kcal)', nutrition.energy],
  ['Protein (g)', nutrition.protein],
  ['Carbohydrate (g)', nutrition.carbohydrate],
  ['Sugars (g)', nutrition.sugars],
  ['Added sugars (g)', nutrition.addedSugars],
  ['Fat (g)', nutrition.fat],
  ['Saturated fat (g)', nutrition.saturatedFat],
  ['Trans fat (g)', nutrition.transFat],
]

const photograph = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#e8dcc8' } })
    .jpeg()
    .toBuffer()

/** The announcement after a fact was typed. */
const progress = (dialog: Locator) => dialog.getByRole('status').filter({ hasText: 'of 11 facts' })

async function fillProduct(dialog: Locator) {
  await dialog.getByLabel('Name', { exact: true }).fill('Milk Bar')
  await dialog.getByLabel('Price in rupees').fill('450')
  await dialog.getByLabel('Category', { exact: true }).selectOption({ label: 'New category…' })
  await dialog.getByLabel('Name of the new category').fill('Winter Milk')
  await dialog.getByLabel('Stock', { exact: true }).fill('8')
  await dialog.getByLabel('Minimum stock').fill('2')
  await dialog.getByLabel('SKU').fill('GC-MILK-01')
}

/** Types what the label says but for sodium, the origin and the label's picture, with an MRP below the price. */
async function fillLabel(dialog: Locator) {
  await expect(progress(dialog)).toContainText('0 of 11 facts. Missing: generic name, vegetarian or not, ingredients,')
  await dialog.getByLabel('Generic name').fill(genericName)
  await dialog.getByLabel('Vegetarian or not').selectOption('Vegetarian')
  await dialog.getByLabel('Ingredients').fill(ingredients)
  await expect(progress(dialog)).toContainText('3 of 11 facts. Missing: allergens,')
  const contains = dialog.getByRole('group', { name: 'Contains', exact: true })
  await contains.getByLabel('None of these').check()
  await expect(progress(dialog)).toContainText('4 of 11 facts.')
  await contains.getByLabel('milk').check()
  await contains.getByLabel('soya').check()
  await expect(contains.getByLabel('None of these')).not.toBeChecked()
  const mayContain = dialog.getByRole('group', { name: 'May contain' })
  await mayContain.getByLabel('None of these').check()
  await mayContain.getByLabel('tree nuts').check()
  await expect(mayContain.getByLabel('None of these')).not.toBeChecked()
  await dialog.getByLabel('Net quantity').fill('110')
  await dialog.getByLabel('MRP in rupees').fill('400')
  await dialog.getByLabel('Shelf life in days').fill('180')
  await dialog.getByLabel('Storage').fill(storage)
  for (const [label, amount] of NUTRITION) await dialog.getByLabel(label, { exact: true }).fill(String(amount))
  await expect(progress(dialog)).toContainText(
    '8 of 11 facts. Missing: nutrition, country of origin and picture of the label.',
  )
}

async function finishLabel(page: Page, dialog: Locator) {
  await expect(progress(dialog)).toContainText('9 of 11 facts.')
  await dialog.getByLabel('Country of origin').fill(origin)
  const label = { name: 'label.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await dialog.getByLabel('Upload the label').setInputFiles(label)
  await expectToast(page, 'Image Uploaded')
  await expect(progress(dialog)).toHaveText('11 of 11 facts. Nothing is missing.')
}

/** Leaves the product as it is, and does not get it on sale. */
async function refuseUntilComplete(page: Page, adding: Locator) {
  await adding.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Bring back Milk Bar' }).click()
  await expectToast(page, 'It is not for sale yet. It lacks: country of origin and picture of the label.')
  await page.getByRole('button', { name: 'Edit Milk Bar' }).click()
}

for (const width of [390, 1440])
  test(`the admin of a live shop enters a product from its printed label at ${width} px`, async ({ browser }) => {
    test.setTimeout(120_000)
    const live = await startLiveShop()
    const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })
    try {
      await live.serve(context)
      const page = await context.newPage()
      await signInToLiveShop(page)
      await page.goto(`${LIVE_URL}/admin?tab=products&id=new`)
      await waitForHydration(page)
      const adding = page.getByRole('dialog', { name: 'Add product' })
      await fillProduct(adding)
      await fillLabel(adding)
      await expectAccessible(page, 'the label of a product')

      await adding.getByRole('button', { name: 'Create Product' }).click()
      const sodium = adding.getByLabel('Sodium (mg)')
      await expect(sodium).toHaveAccessibleDescription(/^Please enter the sodium in mg as a number/)
      await expect(sodium).toBeFocused()
      await sodium.fill(String(nutrition.sodium))
      await adding.getByRole('button', { name: 'Create Product' }).click()
      const mrp = adding.getByLabel('MRP in rupees')
      await expect(mrp).toHaveAccessibleDescription(/The MRP cannot be below the price of ₹450\.$/)
      await expect(mrp).toBeFocused()
      await mrp.fill('450')
      await adding.getByRole('button', { name: 'Create Product' }).click()

      const note = 'Milk Bar is saved. It is not for sale yet. It lacks: country of origin and picture of the label.'
      await expect(adding.getByRole('alert')).toHaveText(note)
      await expectAccessible(page, 'a product that is not for sale yet')
      if (width === 390) await adding.getByRole('button', { name: 'Add what is missing' }).click()
      else await refuseUntilComplete(page, adding)
      const editing = page.getByRole('dialog', { name: 'Edit product' })
      await finishLabel(page, editing)
      await editing.getByRole('button', { name: 'Save Product' }).click()
      await editing.getByRole('button', { name: 'Put it on sale' }).click()
      await expect(editing).toBeHidden()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Edit Milk Bar' })).toBeVisible()
      await expect(page.getByText('Lacks', { exact: false }).filter({ hasText: 'of Milk Bar' })).toHaveCount(0)
      expect(live.output()).not.toMatch(/error/i)
    } finally {
      await context.close()
      await live.end()
    }
  })

test('the list says which facts a product lacks, and finds those that lack some', async ({ page }) => {
  await openAsAdmin(page, '/admin?tab=products&id=new')
  const adding = page.getByRole('dialog', { name: 'Add product' })
  await fillProduct(adding)
  await adding.getByLabel('Generic name').fill(genericName)
  await adding.getByRole('button', { name: 'Create Product' }).click()
  await expect(adding).toBeHidden()
  await page.getByRole('button', { name: 'Lacks facts' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Milk Bar' })
  await row.getByText('Lacks 10 facts').click()
  await expect(row.getByText('vegetarian or not, ingredients, allergens,', { exact: false })).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `products that lack facts at ${width} px`)
  }
})
