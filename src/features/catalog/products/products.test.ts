import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRODUCT_SORTS, type ProductSort } from './product-params.ts'
import type { Product } from './products.contract.ts'
import { filterProducts, findRelatedProducts, isLowStock, isOutOfStock } from './products.ts'

const product = (changes: Partial<Product>): Product => ({
  id: 1,
  name: 'Golconda Dark',
  description: 'Cut like a diamond.',
  price: 450,
  stock: 10,
  minStock: 5,
  maxPerOrder: 50,
  sku: 'GC-DRK-01',
  imageUrl: null,
  categoryId: 1,
  category: { id: 1, name: 'Dark' },
  ...changes,
})

const PRODUCTS = [
  product({ id: 1, name: 'Zest', description: 'Orange peel.', price: 470, stock: 3 }),
  product({ id: 2, name: 'almond', description: 'With DARK cocoa.', price: 390, stock: 12 }),
  product({ id: 3, name: 'Éclat', price: 390, stock: 0, categoryId: 2, category: { id: 2, name: 'White' } }),
  product({ id: 4, name: 'Bitter', description: '100% cocoa.', price: 1850, stock: 12 }),
]
const chosen = (choice: Parameters<typeof filterProducts>[1]) => filterProducts(PRODUCTS, choice).map(({ id }) => id)

function isMeant({ name, description, category }: Product, search: string, wanted: string): boolean {
  const text = `${name}\n${description}`.toLowerCase()
  if (!text.includes(search.trim().toLowerCase())) return false
  return ['', 'all', category.name.toLowerCase()].includes(wanted.toLowerCase())
}

const isInOrder: Record<ProductSort, (earlier: Product, later: Product) => boolean> = {
  name: (earlier, later) => earlier.name.localeCompare(later.name, 'en-IN') <= 0,
  'price-asc': (earlier, later) => earlier.price <= later.price,
  'price-desc': (earlier, later) => earlier.price >= later.price,
  stock: (earlier, later) => earlier.stock >= later.stock,
}

describe('choosing products', () => {
  it.each([
    ['everything by name, capitals and accents aside', {}, [2, 4, 3, 1]],
    ['cheapest first, equals by name', { sort: 'price-asc' }, [2, 3, 1, 4]],
    ['dearest first, equals by name', { sort: 'price-desc' }, [4, 1, 2, 3]],
    ['the fullest shelf first, equals by name', { sort: 'stock' }, [2, 4, 1, 3]],
    ['a word of the name in any case', { search: 'ZEST' }, [1]],
    ['a part of the description', { search: 'ocoa' }, [2, 4]],
    ['a search that looks like a pattern as plain text', { search: '100%' }, [4]],
    ['no search when only blanks are typed', { search: '  ' }, [2, 4, 3, 1]],
    ['a category in any case', { category: 'wHITE' }, [3]],
    ['every category for all', { category: 'all' }, [2, 4, 3, 1]],
    ['every category for an empty one', { category: '' }, [2, 4, 3, 1]],
    ['nothing for a category that does not exist', { category: 'whit' }, []],
    ['category and search together', { category: 'dark', search: 'peel' }, [1]],
  ] as const)('gives %s', (_case, choice, ids) => {
    expect(chosen(choice)).toEqual(ids)
  })

  it('gives plain names in the order that names with accents have', () => {
    const names = fc.array(
      fc.constantFrom('Dark', 'dark', 'Dark 70%', 'dark rum', 'Golconda', 'golconda', 'Bar 2', 'Bar 10'),
    )
    fc.assert(
      fc.property(names, (chosen) => {
        const catalog = chosen.map((name, id) => product({ id, name }))
        const beside = filterProducts([...catalog, product({ id: -1, name: 'Zoé' })], { search: '' })
        expect(filterProducts(catalog, {})).toEqual(beside.filter(({ id }) => id >= 0))
      }),
    )
  })

  it('agrees with the plainest way to do it, and leaves the list alone', () => {
    const word = fc.constantFrom('Dark', 'dark', 'Rose', 'MINT', 'é', '%', ' ')
    const catalog = fc.array(
      fc.record({
        name: word,
        description: word,
        price: fc.integer({ min: 1, max: 5 }),
        stock: fc.nat(4),
        at: fc.nat(2),
      }),
    )
    const choice = fc.record({
      search: word,
      category: fc.constantFrom('', 'all', 'dark', 'ROSE', 'mint'),
      sort: fc.constantFrom(...PRODUCT_SORTS),
    })
    fc.assert(
      fc.property(catalog, choice, (rows, { search, category, sort }) => {
        const names = ['Dark', 'Rose', 'Mint']
        const products = rows.map(({ at, ...row }, index) =>
          product({ ...row, id: index + 1, categoryId: at, category: { id: at, name: names[at] ?? '' } }),
        )
        const before = structuredClone(products)
        const result = filterProducts(products, { search, category, sort })
        expect(products).toEqual(before)

        const expected = products.filter((each) => isMeant(each, search, category))
        expect(result.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
        result.slice(1).forEach((later, index) => {
          expect(isInOrder[sort](result[index] ?? later, later)).toBe(true)
        })
      }),
    )
  })
})

describe('stock', () => {
  it.each([
    { stock: 6, minStock: 5, low: false, out: false },
    { stock: 5, minStock: 5, low: true, out: false },
    { stock: 1, minStock: 5, low: true, out: false },
    { stock: 0, minStock: 5, low: true, out: true },
    { stock: -1, minStock: 0, low: true, out: true },
    { stock: 1, minStock: 0, low: false, out: false },
  ])('of $stock with a minimum of $minStock is low: $low, out: $out', ({ stock, minStock, low, out }) => {
    expect(isLowStock({ stock, minStock })).toBe(low)
    expect(isOutOfStock({ stock })).toBe(out)
  })
})

describe('related products', () => {
  it('are up to four others of the same category', () => {
    const many = [1, 2, 3, 4, 5, 6].map((id) => product({ id }))
    expect(findRelatedProducts(many, product({ id: 2 })).map(({ id }) => id)).toEqual([1, 3, 4, 5])
    expect(findRelatedProducts(PRODUCTS, product({ id: 3, categoryId: 2 }))).toEqual([])
    const family = (id: number) => ({ id, name: 'Milk', label: '55 g', sizes: 2, first: 1 })
    const sizes = [product({ id: 1, family: family(1) }), product({ id: 2, family: family(2) }), product({ id: 3 })]
    expect(findRelatedProducts(sizes, product({ id: 9, family: family(1) })).map(({ id }) => id)).toEqual([2, 3])
  })
})
