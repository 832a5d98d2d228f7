import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CategoryEdit } from '#src/features/catalog/categories/categories.contract.ts'
import { parseProductListSearch, toListedFilters, toProductFilters } from './product-filters.ts'

it('the list of a category that is hidden or unknown is empty', () => {
  const listOf = (category: string) =>
    toListedFilters(toProductFilters({}, category), [{ id: 1, name: 'Dark' }]).category
  expect(['all', 'dark', 'hidden'].map(listOf)).toEqual(['all', 'dark', '.'])
  expect(CategoryEdit.safeParse({ name: '.' }).success).toBe(false)
})

describe('the address of the product list', () => {
  it.each([
    [{}, {}],
    [
      { q: 'rose', category: 'ruby', sort: 'price-asc', view: 'list', shown: 24 },
      { q: 'rose', category: 'ruby', sort: 'price-asc', view: 'list', shown: 24 },
    ],
    [{ q: '', category: '', sort: 'name', view: 'grid', shown: 12 }, {}],
    [
      { q: 85, category: true },
      { q: '85', category: 'true' },
    ],
    [{ q: ['rose'], category: { a: 1 }, sort: 'toString', view: 'x', shown: 'many', extra: 1 }, {}],
    [
      { diet: 'veg', without: 'milk,egg', cacao: '60-80', price: ['300-'], inStock: true },
      { diet: 'veg', without: 'milk,egg', cacao: '60-80', inStock: 'true' },
    ],
    [{ shown: 13 }, { shown: 24 }],
    [{ shown: '36' }, { shown: 36 }],
    [{ shown: -5 }, {}],
    [{ shown: 9e99 }, {}],
    [{ shown: 240 }, { shown: 240 }],
    [{ shown: 9996 }, {}],
    [{ q: 'x'.repeat(500) }, { q: 'x'.repeat(100) }],
  ])('reads %j as %j', (typed, read) => {
    expect(parseProductListSearch(typed)).toEqual(read)
  })

  it('reads its own reading the same again, whatever was typed', () => {
    const typed = fc.record(
      {
        q: fc.jsonValue(),
        category: fc.jsonValue(),
        sort: fc.jsonValue(),
        view: fc.jsonValue(),
        shown: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(typed, (anything) => {
        const once = parseProductListSearch(anything)
        expect(parseProductListSearch(once)).toEqual(once)
      }),
    )
  })
})
