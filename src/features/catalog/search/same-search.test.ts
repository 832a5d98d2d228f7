import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { ALLERGENS, DIETS } from '#src/features/catalog/food/allergens.ts'
import { PRODUCT_SORTS } from '#src/features/catalog/products/product-params.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { Product } from '#src/features/catalog/products/products.contract.ts'
import {
  categories,
  productFacts,
  productFamilies,
  products,
} from '#src/features/catalog/products/products.table.server.ts'
import { createTestApi, readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createProductFinder, type SearchFilters } from './product-finder.ts'
import { ProductFacets, SearchFacts } from './search.contract.ts'

const WORDS = ['Truffle', 'truffles', 'Hazelnut', 'cardamom', 'Rosé', 'berry', 'berries', 'Dark', 'sea-salt', '70%']
const text = (max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: max }).map((all) => all.join(' '))
const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const aProduct = fc.record({
  name: text(2),
  description: text(4),
  price: fc.constantFrom(300, 499.5, 500, 1200),
  stock: fc.constantFrom(0, 2),
  category: fc.constantFrom(0, 1, 2),
  family: fc.constantFrom(undefined, undefined, 0, 1),
  facts: maybe(
    fc.record(
      {
        diet: fc.constantFrom(...DIETS),
        contains: some(ALLERGENS),
        mayContain: some(ALLERGENS),
        cacaoPercent: fc.constantFrom(0, 50, 64, 100),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  ),
})

/** A word as customers type it: whole, in part, with a letter swapped, missing or too many, or another word for it. */
const typedWord = fc
  .tuple(fc.constantFrom(...WORDS, 'elaichi', 'gulab', 'Mint', 'the', 'SKU-1', 'zzzz'), fc.nat(6), fc.nat(4))
  .map(([word, at, how]) => {
    if (how === 0) return word.slice(0, at) + word.slice(at + 1)
    if (how === 1) return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
    if (how === 2) return `${word.slice(0, at)}x${word.slice(at)}`
    return how === 3 ? word.slice(0, at) : word
  })

const aSearch = fc.record({
  q: fc.oneof(
    fc.constant(''),
    fc.array(typedWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  ),
  category: fc.constantFrom('all', 'all', 'dark rosé'),
  sort: fc.constantFrom(...PRODUCT_SORTS),
  params: fc.record(
    {
      diet: fc.constantFrom(...DIETS),
      without: some(ALLERGENS)
        .filter((names) => names.length > 0)
        .map((names) => names.join(',')),
      cacao: fc.constantFrom('50-64', '60-', '-50'),
      price: fc.constantFrom('300-500', '500-', '-499'),
      inStock: fc.constant('true'),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
})

async function fill(db: Db, catalog: (typeof aProduct extends fc.Arbitrary<infer P> ? P : never)[]) {
  const rows = await db
    .insert(categories)
    .values(['Dark Rosé', 'Berry gifts', 'Others'].map((name) => ({ name })))
    .returning()
  const families = await db
    .insert(productFamilies)
    .values([{ name: 'Bars' }, { name: 'Boxes' }])
    .returning()
  for (const [nth, { name, description, price, stock, category, family, facts }] of catalog.entries()) {
    const familyId = family === undefined ? undefined : families[family]?.id
    const [row] = await db
      .insert(products)
      .values({
        ...{ name, description, stock, minStock: 1, sku: `SKU-${nth}`, pricePaise: price * 100 },
        categoryId: rows[category]?.id ?? 0,
        ...(familyId && { familyId, sizeLabel: `${nth} pieces` }),
      })
      .returning({ id: products.id })
    if (row && facts) await db.insert(productFacts).values({ productId: row.id, facts })
  }
}

it('the server finds, counts, groups and suggests what a browser with all products does, in the same order', () =>
  inTestTransaction(async (outer) => {
    class TakeBack extends Error {}
    const property = fc.asyncProperty(
      fc.array(aProduct, { minLength: 1, maxLength: 14 }),
      fc.array(aSearch, { minLength: 4, maxLength: 4 }),
      async (catalog, searches) => {
        await outer
          .transaction(async (db) => {
            await fill(db, catalog)
            await compare(
              db,
              searches.map(({ params, ...search }) => ({ ...search, ...params })),
            )
            throw new TakeBack()
          })
          .catch((error) => {
            if (!(error instanceof TakeBack)) throw error
          })
      },
    )
    await fc.assert(property, { numRuns: 40 })
  }))

async function compare(db: Db, searches: SearchFilters[]) {
  const { request } = createTestApi(productsApi({ db }))
  const all = Product.array().parse(await (await request('/api/products')).json())
  const facts = SearchFacts.parse(await (await request('/api/products/facts')).json())
  const browser = createProductFinder(all, facts)
  for (const search of searches) {
    const { sort, ...counted } = search
    const { items } = await readAllPages(
      request,
      `/api/products?${new URLSearchParams({ ...search, limit: '5', sizes: 'one' })}`,
    )
    const found = browser.find(search)
    const ids = Product.array()
      .parse(items)
      .map(({ id }) => id)
    expect([search, ids]).toEqual([search, found?.map(({ id }) => id)])
    const facets = await (await request(`/api/products/facets?${new URLSearchParams(counted)}`)).json()
    const explained = search.q.trim() ? browser.explain(search) : {}
    expect([search, ProductFacets.parse(facets)]).toEqual([
      search,
      { ...browser.count(search), found: found?.length, ...JSON.parse(JSON.stringify(explained)) },
    ])
  }
}
