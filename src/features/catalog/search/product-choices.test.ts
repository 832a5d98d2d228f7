import { expect, it } from 'vitest'
import { ALLERGENS } from '#src/features/catalog/food/allergens.ts'
import { countChoices } from './choice-counts.ts'
import {
  addChoice,
  cleanFilters,
  type FilteredProduct,
  isChosen,
  listChoiceGroups,
  listChoices,
  matchesFilters,
  readFilters,
  readRange,
  toggleChoice,
} from './product-choices.ts'

const row = (facts?: FilteredProduct['facts'], price = 450, stock = 3): FilteredProduct => ({ facts, price, stock })
const BAR = row({ diet: 'veg', contains: ['milk'], mayContain: ['tree-nuts'], cacao: 64 })
const ALL = ALLERGENS.join(',')
const isOffered = (one: FilteredProduct, params: Parameters<typeof readFilters>[0]) =>
  matchesFilters(one, readFilters(params))

it.each([
  { avoids: 'milk, which it contains', bar: BAR, without: 'milk', isSafe: false },
  { avoids: 'nuts, of which it may contain traces', bar: BAR, without: 'tree-nuts', isSafe: false },
  { avoids: 'two, of which it contains one', bar: BAR, without: 'soya,milk', isSafe: false },
  { avoids: 'peanuts, which it does not name', bar: BAR, without: 'peanut', isSafe: true },
  { avoids: 'any, where no allergens are known', bar: row({ diet: 'veg' }), without: 'peanut', isSafe: false },
  { avoids: 'any, where traces are unknown', bar: row({ contains: [] }), without: 'peanut', isSafe: false },
  { avoids: 'any, where nothing is known', bar: row(), without: 'peanut', isSafe: false },
  { avoids: 'all, where it has none', bar: row({ contains: [], mayContain: [] }), without: ALL, isSafe: true },
])('a product is offered to a customer who avoids $avoids: $isSafe', ({ bar, without, isSafe }) => {
  expect(isOffered(bar, { without })).toBe(isSafe)
})

it.each([
  [{ diet: 'veg' }, true],
  [{ diet: 'nonveg' }, false],
  [{ cacao: '64-64' }, true],
  [{ cacao: '65-' }, false],
  [{ cacao: '-63' }, false],
  [{ price: '300-450' }, true],
  [{ price: '451-600' }, false],
  [{ inStock: 'true' }, true],
] as const)('a bar of 64%% for ₹450 is offered for %j: %s', (params, expected) => {
  expect(isOffered(BAR, params)).toBe(expected)
})

it('unknown facts match no filter but price and stock', () => {
  expect(isOffered(row(), { diet: 'veg' })).toBe(false)
  expect(isOffered(row(), { cacao: '0-100' })).toBe(false)
  expect(isOffered(row(undefined, 450, 0), { price: '0-500' })).toBe(true)
  expect(isOffered(row(undefined, 450, 0), { inStock: 'true' })).toBe(false)
})

it('an address is read leniently and written in one way', () => {
  expect(['60-80', '60-', '-80', '80-60', '-', '60', 'x-1', ''].map((written) => readRange(written))).toEqual([
    { from: 60, to: 80 },
    { from: 60, to: Number.POSITIVE_INFINITY },
    { from: 0, to: 80 },
    ...Array(5).fill(undefined),
  ])
  expect(cleanFilters({ diet: 'fish', without: 'Tree Nuts, milk,,milk', cacao: '9-1', price: '-500' })).toEqual({
    without: 'milk,tree-nuts',
    price: '0-500',
  })
})

it.each(['nuts', 'peanut,lupin', '["peanut"]', 'peanut;milk', 'peanut,mil'])(
  'an address without “%s” leaves out every allergen, because one of them is not understood',
  (without) => {
    expect(cleanFilters({ without })).toEqual({ without: ALL })
    expect(isOffered(row({ contains: ['sesame'], mayContain: [] }), { without })).toBe(false)
    expect(isOffered(row({ contains: [], mayContain: [] }), { without })).toBe(true)
  },
)

it('every choice can be chosen and released again', () => {
  for (const choice of listChoices({})) {
    const chosen = toggleChoice(choice, {})
    expect([choice.value, isChosen(choice, chosen), isChosen(choice, {})]).toEqual([choice.value, true, false])
    expect(toggleChoice(choice, chosen)).toEqual({})
    expect(addChoice(choice, chosen)).toEqual(chosen)
  }
  const [milk, soya] = ['milk', 'soya'].map((value) => listChoices({}).find((choice) => choice.value === value))
  if (!milk || !soya) throw new Error('There is a choice for each allergen')
  const both = toggleChoice(soya, toggleChoice(milk, { diet: 'veg' }))
  expect(both).toEqual({ diet: 'veg', without: 'milk,soya' })
  expect(toggleChoice(milk, both)).toEqual({ diet: 'veg', without: 'soya' })
})

it('a range or diet of a shared address is a choice of its own, in words', () => {
  const group = (legend: string) =>
    listChoiceGroups({ diet: 'nonveg', price: '350-', cacao: '60-80' }).find((one) => one.legend === legend)
  expect(group('Diet')?.choices.map(({ text }) => text)).toEqual(['Vegetarian', 'Non-vegetarian', 'egg'])
  expect(group('Price')?.choices.at(-1)).toMatchObject({ value: '350-', text: '₹350 or more' })
  expect(group('Cacao')?.choices.at(-1)).toMatchObject({ value: '60-80', text: '60% to 80%' })
})

it('a count says what a choice would leave together with the others', () => {
  const { found, counts } = countChoices([BAR, row(), row(undefined, 2500)], { diet: 'veg' })
  expect(found).toBe(1)
  expect(counts).toMatchObject({
    'diet=veg': 1,
    'without=milk': 0,
    'without=soya': 1,
    'price=0-500': 1,
    'price=2000-': 0,
  })
})
