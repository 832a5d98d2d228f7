import { describe, expect, it } from 'vitest'
import { DEMO_PRODUCTS } from '#db/demo/data/catalog.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { countAllowedMistakes, countMistakes } from './nearest-words.ts'
import { createProductFinder } from './product-finder.ts'
import { listForms, listSearchWords, normalizeText } from './search-words.ts'

const PRODUCTS = DEMO_PRODUCTS.map(
  ({ category, ...product }, index): Product => ({
    maxPerOrder: 50,
    ...product,
    id: index + 1,
    imageUrl: null,
    categoryId: 1,
    category: { id: 1, name: category },
  }),
)
const { synonyms } = DEFAULT_SETTINGS.search
const shop = createProductFinder(PRODUCTS, { products: [], synonyms })
const wanted = (q: string) => ({ q, category: 'all', sort: 'name' as const })
const namesFor = (q: string) => shop.find(wanted(q))?.map(({ name }) => name) ?? []
const mentioning = (...words: string[]) =>
  PRODUCTS.filter(({ name, description }) =>
    words.some((word) => `${name} ${description}`.toLowerCase().includes(word)),
  )
    .map(({ name }) => name)
    .toSorted()

describe('a customer who types', () => {
  it.each([
    ['truffel', 'truffle'],
    ['hazlenut', 'hazelnut'],
    ['hazle', 'hazelnut'],
    ['saffran', 'saffron'],
    ['pistacio', 'pistachio'],
    ['cinamon', 'cinnamon'],
    ['trufles', 'truffle'],
  ])('%s finds %s', (typed, meant) => {
    expect(namesFor(typed).toSorted()).toEqual(mentioning(meant))
    expect(shop.explain(wanted(typed)).corrected).toMatch(meant)
  })

  it.each([
    ['kesar', 'saffron'],
    ['elaichi', 'cardamom'],
    ['elachi', 'cardamom'],
    ['badam', 'almond'],
    ['nariyal', 'coconut'],
    ['NAMAK', 'salt'],
  ])('%s finds %s, which the admin says it means', (typed, meant) => {
    expect(namesFor(typed).toSorted()).toEqual(mentioning(meant))
    expect(namesFor(typed)).not.toEqual([])
  })

  it.each([
    ['bar hazelnut', 'Hazelnut Praline Bar'],
    ['salt sea dark', 'Sea Salt Dark 64%'],
    ['hazelnuts praline', 'Hazelnut Praline Bar'],
    ['GC-MLK-02', 'Hazelnut Praline Bar'],
    ['drk-03', 'Sea Salt Dark 64%'],
    ['the orange with dark', 'Orange Zest Dark'],
    ['dark 85', 'Midnight Bitter 85%'],
  ])('%s finds %s', (typed, name) => {
    expect(namesFor(typed)).toContain(name)
    expect(shop.explain(wanted(typed)).corrected).toBeUndefined()
  })

  it('finds what contains the whole query first', () => {
    for (const q of ['dark', 'rose', 'milk chocolate', 'a', '%']) {
      const exact = mentioning(q)
      expect(namesFor(q).slice(0, exact.length).toSorted()).toEqual(exact)
    }
    expect(namesFor('milk chocolate').length).toBeGreaterThan(mentioning('milk chocolate').length)
  })

  it.each([
    ['hzlnut', 'hazelnut'],
    ['truffle zzzz', 'truffle'],
    ['xqzw', undefined],
    ['vegan', undefined],
  ])('%s finds nothing and gets %s suggested', (typed, suggestion) => {
    expect(namesFor(typed)).toEqual([])
    expect(shop.explain(wanted(typed)).suggestion).toBe(suggestion)
  })
})

it.each(['no nuts', 'without hazelnut', 'hazelnut-free', 'dark without nuts', 'sugar free', 'nutless'])(
  'a customer who avoids something gets none of it and no guess: %s',
  (typed) => {
    expect(namesFor(typed)).toEqual([])
    expect(shop.explain(wanted(typed))).toEqual({ suggestion: undefined })
  },
)

it('a text that says itself what is left out is found by it', () => {
  const [one] = PRODUCTS
  const [named] = PRODUCTS.map((product) => ({ ...product, description: 'Gluten-free, and without hurry.' }))
  if (!one || !named) throw new Error('no products')
  const { find } = createProductFinder([named, { ...one, id: 2 }], { products: [], synonyms })
  for (const typed of ['gluten free', 'without hurry']) expect(find(wanted(typed))).toEqual([named])
})

it('words are read without accents, and Indian scripts as they are', () => {
  expect(normalizeText('Éclat — ‘Crème’ STRAẞE')).toBe("eclat - 'creme' strasse")
  expect(normalizeText('గోల్కొండ केसर')).toBe('గోల్కొండ केसर')
  expect(listSearchWords('of the 70% dark')).toEqual(['70', 'dark'])
  expect(listSearchWords('without nuts')).toEqual(['without', 'nuts'])
  expect(listSearchWords('the')).toEqual(['the'])
  expect(['berries', 'boxes', 'nuts', 'glass', 'cherry'].map((word) => listForms(word).slice(1))).toEqual([
    ['berry', 'berrie'],
    ['box', 'boxe'],
    ['nut'],
    [],
    ['cherries'],
  ])
})

it('swapped, missing, superfluous and wrong letters are one mistake each', () => {
  for (const typed of ['truffel', 'trufle', 'trufffle', 'truffla'])
    expect([typed, countMistakes(typed, 'truffle').whole]).toEqual([typed, 1])
  expect(countMistakes('hazl', 'hazelnut')).toEqual({ whole: 4, prefix: 1 })
  expect(['nut', 'rose', 'saffron', 'hazelnut', 'gc2024'].map(countAllowedMistakes)).toEqual([0, 1, 1, 2, 0])
})
