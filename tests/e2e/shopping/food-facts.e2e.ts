import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { createEmail, listProductsOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/place-orders.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import type { ShopProcess } from '#tests/shop-process.ts'

type SqlShop = ShopProcess & { sql: (statement: string, values?: unknown[]) => Promise<void> }

/** A product with a complete label, and one without any. */
async function labelTwo(page: Page, shop: SqlShop): Promise<[Product, Product]> {
  const [labelled, plain] = await listProductsOnSale(page)
  if (!labelled || !plain) throw new Error('The demo sells two products')
  await shop.sql('delete from product_facts where product_id = $1', [plain.id])
  await shop.sql(
    'insert into product_facts values ($1, $2) on conflict (product_id) do update set facts = excluded.facts',
    [labelled.id, JSON.stringify({ ...MILK_BAR_FACTS, mrp: labelled.price })],
  )
  return [labelled, plain]
}

/** Without scripts: the text, and the data for search engines. */
async function expectServerSaysIt(page: Page, { id }: Product) {
  const html = await (await page.request.get(`/product/${id}`)).text()
  expect(html).toContain('Contains milk and soya. May contain tree nuts.')
  const [, data = ''] = /<script type="application\/ld\+json"[^>]*>([^<]*NutritionInformation[^<]*)</.exec(html) ?? []
  const [described] = JSON.parse(data)
  expect(described.nutrition.calories).toBe('548 kcal')
}

const section = (page: Page, name: string) => page.getByRole('region', { name })
const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width} px @postgres`, () => {
    test.use({ viewport: { width, height } })

    test('a product says what is in it, how to keep it and what a gram costs', async ({ page, shop }) => {
      const [labelled, plain] = await labelTwo(page, shop)
      await expect(async () => {
        await visit(page, `/product/${labelled.id}`)
        await expect(section(page, 'What is in it')).toBeVisible({ timeout: 2000 })
      }).toPass()
      const perGram = rupees(Math.round((labelled.price * 100) / 110) / 100)
      await expect(
        page.getByText(`MRP ${rupees(labelled.price)} incl. of all taxes · 110 g · ${perGram}/g`),
      ).toBeVisible()

      const contents = section(page, 'What is in it')
      await contents.scrollIntoViewIfNeeded()
      for (const text of [
        'Milk chocolate',
        'Vegetarian, no egg',
        MILK_BAR_FACTS.ingredients,
        'Contains milk and soya. May contain tree nuts.',
        '40%',
      ])
        await expect(contents.getByText(text, { exact: true })).toBeVisible()
      await expect(section(page, 'How to keep it')).toContainText('Best within 180 days of making.')
      const table = page.getByRole('table', { name: 'Nutrition' })
      await expect(table.getByRole('columnheader')).toHaveText([
        'Approximate values',
        'Per 100 g',
        'Per serving (22 g)',
      ])
      await expect(table.getByRole('row', { name: /Total sugars/ }).getByRole('cell')).toHaveText(['53 g', '11.7 g'])
      await expect(section(page, 'Who makes it')).toContainText('India')
      await expect(page.getByRole('link', { name: `The label of ${labelled.name}` })).toHaveAttribute(
        'href',
        MILK_BAR_FACTS.labelPicture,
      )
      await expectAccessible(page, 'a product with its food facts')
      await expectServerSaysIt(page, labelled)

      await visit(page, `/product/${plain.id}`)
      await expect(page.getByRole('heading', { name: plain.name, level: 1 })).toBeVisible()
      await expect(contents).toContainText('The allergens are not stated: please ask us before you order.')
      await expect(section(page, 'How to keep it')).toHaveCount(0)
      await expect(page.getByRole('table')).toHaveCount(0)
      await expect(page.getByText('incl. of all taxes')).toHaveCount(0)
    })

    test('the mark and the weight are on the card, in the cart and in the order', async ({ page, shop }) => {
      const [labelled] = await labelTwo(page, shop)
      const expectLabel = async (where: ReturnType<Page['locator']>) => {
        await expect(where.getByRole('img', { name: 'Vegetarian', exact: true }).first()).toBeVisible()
        await expect(where.getByText('110 g').first()).toBeVisible()
      }
      await signIn(page, createEmail())
      await visit(page, `/products?q=${encodeURIComponent(labelled.name)}`)
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('link', { name: labelled.name, exact: true }) })
      await expectLabel(card)
      await expectAccessible(page, 'a list with marks')
      await card.getByRole('button', { name: 'Add to Cart' }).click()
      await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
      const drawer = page.getByRole('dialog', { name: /Shopping Cart/ })
      await expectLabel(drawer)
      await expectAccessible(page, 'the cart drawer with marks')
      await drawer.getByRole('link', { name: 'View Cart' }).click()
      await expectLabel(page.getByRole('main'))
      await expectAccessible(page, 'the cart with marks')

      await placeOrderByApi(page, { products: [labelled] })
      await visit(page, '/orders')
      await expectLabel(page.getByRole('article').first())
      await expectAccessible(page, 'the orders with marks')
    })
  })
