import { expect, type Page } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { SearchFacts } from '#src/features/catalog/search/search.contract.ts'
import { expectAccessibleAtWidths } from '#tests/e2e/accessibility.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('article')
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts()
const status = (page: Page) => main(page).getByRole('status')
const filter = (page: Page, name: RegExp) => main(page).getByRole('button', { name })
const chips = (page: Page) => main(page).getByRole('list', { name: 'Filters' }).getByRole('listitem')

async function readShop(page: Page) {
  const products: Product[] = await (await page.request.get('/api/products')).json()
  const facts: SearchFacts = await (await page.request.get('/api/products/facts')).json()
  return { products, factsOf: (id: number) => facts.products.find((one) => one.id === id) }
}

for (const width of [390, 1440])
  test(`with a nut allergy, a new customer finds what is safe and nothing else (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const { products, factsOf } = await readShop(page)
    const NUTS = ['tree-nuts', 'peanut'] as const
    const safe = products.filter(({ id }) => {
      const { contains, mayContain } = factsOf(id) ?? {}
      return contains && mayContain && !NUTS.some((nut) => contains.includes(nut) || mayContain.includes(nut))
    })
    expect(safe.length).toBeGreaterThan(0)
    expect(safe.length).toBeLessThan(products.length)

    await visit(page, '/products')
    const disclosure = filter(page, /^Filters$/)
    await disclosure.focus()
    await page.keyboard.press('Enter')
    await expect(disclosure).toHaveAttribute('aria-expanded', 'true')
    await filter(page, /^Tree nuts \(\d+\)$/).click()
    await filter(page, /^Peanuts \(\d+\)$/).click()
    await expect(chips(page)).toHaveText(['Without: peanuts', 'Without: tree nuts'])
    const expected = safe.map(({ name }) => name)
    for (;;) {
      for (const name of await names(page)) expect(expected).toContain(name)
      const more = main(page).getByRole('link', { name: 'Load More Products' })
      if ((await more.count()) === 0) break
      const shown = await cards(page).count()
      await more.click()
      await expect(cards(page).nth(shown)).toBeVisible()
    }
    await expect(cards(page)).toHaveCount(safe.length)
    await expect(filter(page, /^Tree nuts/)).toHaveAttribute('aria-pressed', 'true')

    // A friend opens the address, in a browser without scripts.
    const address = page.url()
    expect(new URL(address).searchParams.get('without')).toBe('peanut,tree-nuts')
    const friend = await page.context().browser()?.newContext({ javaScriptEnabled: false })
    if (!friend) throw new Error('The page has a browser')
    const shared = await friend.newPage()
    await shared.goto(address)
    await expect(cards(shared)).toHaveCount(safe.length)
    await expect(chips(shared)).toHaveCount(2)
    await shared.goto('/products?without=peanut&without=tree-nuts')
    await expect(cards(shared)).toHaveCount(Math.min(safe.length, 12))
    await expect(chips(shared)).toHaveText(['Without: peanuts', 'Without: tree nuts'])
    await friend.close()

    await page.reload()
    await page.locator('html[data-hydrated]').waitFor()
    await expect(cards(page)).toHaveCount(safe.length)
    await chips(page).filter({ hasText: 'peanuts' }).getByRole('button').click()
    await expect(chips(page)).toHaveText(['Without: tree nuts'])
  })

test('a mistyped word, another word and a product number find what is meant', async ({ page }) => {
  await visit(page, '/products')
  const search = main(page).getByRole('searchbox')
  await search.fill('truffel')
  await expect(main(page).getByText('Showing products for “truffles”.')).toBeVisible()
  await expect(cards(page).first()).toContainText(/truffle/i)
  await search.fill('kesar')
  await expect(main(page).getByText(/^Showing products for/)).toHaveCount(0)
  await expect(
    cards(page)
      .filter({ hasText: /saffron/i })
      .first(),
  ).toBeVisible()
  await search.fill('gc-mlk-02')
  await expect(cards(page).getByRole('heading')).toHaveText(['Hazelnut Praline Bar'])
  await search.fill('praline hazlenuts')
  await expect(cards(page).getByRole('heading').first()).toHaveText('Hazelnut Praline Bar')
})

test('a search that finds nothing suggests another, and all filters clear at once', async ({ page }) => {
  await visit(page, '/products?q=truffle+zzzz&price=0-5000')
  await expect(cards(page)).toHaveCount(0)
  await expect(main(page).getByText('Did you mean truffle?')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a search that finds nothing')
  await main(page).getByRole('button', { name: 'truffle', exact: true }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(main(page).getByRole('searchbox')).toHaveValue('truffle')
  await filter(page, /^Filters$/).click()
  await filter(page, /^₹500 to ₹1,000/).click()
  await main(page).getByRole('searchbox').fill('truffle xqzw')
  await filter(page, /^Clear All Filters$/).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(status(page)).toHaveText(/^Showing 12 of \d+ products$/)
  await expect(page).toHaveURL(({ search }) => search === '')
})

test('filters are a calm panel, and count what each would leave', async ({ page }) => {
  const { products, factsOf } = await readShop(page)
  await visit(page, '/products')
  await filter(page, /^Filters$/).click()
  const veg = products.filter(({ id }) => factsOf(id)?.diet === 'veg')
  const cheap = veg.filter(({ price }) => price >= 500 && price <= 1000)
  await filter(page, new RegExp(`^Vegetarian \\(${veg.length}\\)$`)).click()
  await filter(page, new RegExp(`^₹500 to ₹1,000 \\(${cheap.length}\\)$`)).click()
  await expect(status(page)).toHaveText(new RegExp(`^Showing ${Math.min(12, cheap.length)} of`))
  await expect(chips(page)).toHaveText(['Diet: Vegetarian', 'Price: ₹500 to ₹1,000'])
  await expect(page).toHaveURL(/diet=veg&price=500-1000/)
  await expectAccessibleAtWidths(page, 'the filters of the list')
})
