import { expect, test } from 'vitest'
import { allergensText } from './allergens.ts'
import { unitPrice } from './facts-text.ts'
import { FoodFacts } from './food-facts.contract.ts'
import { FACT_NAMES, MANDATORY_FACTS, missingFacts, netQuantityText } from './food-facts.ts'

const NUTRITION = {
  energy: 560,
  protein: 7.1,
  carbohydrate: 46,
  sugars: 28,
  addedSugars: 27,
  fat: 38,
  saturatedFat: 23,
  transFat: 0.1,
  sodium: 12,
}

const problemsOf = (facts: unknown) => {
  const parsed = FoodFacts.safeParse(facts)
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

test.each([
  { of: 'a gram below a kilogram', price: 45_000, net: { value: 110, unit: 'g' as const }, paise: 409, per: 'g' },
  {
    of: 'a kilogram from 1,000 g',
    price: 250_000,
    net: { value: 1200, unit: 'g' as const },
    paise: 208_333,
    per: 'kg',
  },
  { of: 'a litre from 1,000 ml', price: 99_999, net: { value: 1000, unit: 'ml' as const }, paise: 99_999, per: 'l' },
  { of: 'a piece sold by number', price: 1000, net: { value: 3, unit: 'pieces' as const }, paise: 333, per: 'piece' },
  { of: 'a gram, with half a paisa upwards', price: 1, net: { value: 2, unit: 'g' as const }, paise: 1, per: 'g' },
])('the unit price is that of $of', ({ price, net, paise, per }) => {
  expect(unitPrice(price, net)).toEqual({ paise, per })
})

test('a product without facts lacks all eleven, and no allergens is a fact', () => {
  expect(missingFacts({})).toEqual(MANDATORY_FACTS)
  expect(MANDATORY_FACTS).toHaveLength(11)
  expect(missingFacts({ contains: [] })).not.toContain('contains')
  expect(missingFacts({}).map((name) => FACT_NAMES[name])).toContain('picture of the label')
})

test('net quantities and allergens read as words', () => {
  expect(netQuantityText({ value: 110, unit: 'g' })).toBe('110 g')
  expect(netQuantityText({ value: 120, unit: 'g', pieces: 9 })).toBe('9 pieces, 120 g')
  expect(netQuantityText({ value: 1, unit: 'pieces' })).toBe('1 piece')
  expect(allergensText(['milk', 'soya', 'tree-nuts'])).toBe('milk, soya and tree nuts')
})

test.each([
  ['egg in a vegetarian product', { diet: 'veg', containsEgg: true, contains: ['egg'] }, 'diet'],
  ['egg that the allergens do not name', { diet: 'nonveg', containsEgg: true, contains: ['milk'] }, 'contains'],
  ['an unknown allergen', { contains: ['dust'] }, 'contains.0'],
  ['the same allergen as contained and possible', { contains: ['milk'], mayContain: ['milk'] }, 'mayContain'],
  ['a net quantity of nothing', { net: { value: 0, unit: 'g' } }, 'net.value'],
  ['more sugars than carbohydrate', { nutrition: { ...NUTRITION, sugars: 47 } }, 'nutrition.sugars'],
  ['more added than total sugars', { nutrition: { ...NUTRITION, addedSugars: 29 } }, 'nutrition.addedSugars'],
  ['more saturated fat than fat', { nutrition: { ...NUTRITION, saturatedFat: 39 } }, 'nutrition.saturatedFat'],
  ['more than 100 g in 100 g', { nutrition: { ...NUTRITION, protein: 17 } }, 'nutrition.carbohydrate'],
  ['an unknown fact', { colour: 'brown' }, ''],
])('%s is refused at its field', (_, facts, path) => {
  expect(Object.keys(problemsOf(facts))).toEqual([path])
})
