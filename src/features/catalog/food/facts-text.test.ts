import { expect, test } from 'vitest'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { allergenNotice, allergenStatement, dietText, labelTexts, nutritionRows, priceFactsText } from './facts-text.ts'
import type { FoodFacts } from './food-facts.contract.ts'

test('the line under the price names MRP, net quantity and unit price, and leaves out what is unknown', () => {
  expect(priceFactsText(450, MILK_BAR_FACTS)).toBe('MRP ₹450.00 incl. of all taxes · 110 g · ₹4.09/g')
  expect(priceFactsText(1250, { net: { value: 9, unit: 'pieces' } })).toBe('9 pieces · ₹138.89/piece')
  expect(priceFactsText(1250, { net: { value: 1200, unit: 'g' } })).toBe('1200 g · ₹1,041.67/kg')
  expect(priceFactsText(450, { mrp: 500 })).toBe('MRP ₹500.00 incl. of all taxes')
  expect(priceFactsText(450, { origin: 'India' })).toBe('')
})

test('allergens are words', () => {
  expect(allergenNotice(MILK_BAR_FACTS)).toBe('Contains milk and soya. May contain tree nuts.')
  expect(allergenNotice({ contains: [], mayContain: ['peanut'] })).toBe(
    'No allergens in the recipe. May contain peanuts.',
  )
  expect(allergenNotice({ contains: ['egg'], mayContain: [] })).toBe('Contains egg.')
  expect(allergenNotice({})).toBe('')
})

test.each([
  [MILK_BAR_FACTS, 'Contains milk and soya. May contain tree nuts.'],
  [{ contains: [], mayContain: [] }, 'No allergens in the recipe.'],
  [{ contains: ['milk'] }, 'Contains milk. Traces of other allergens are not stated: please ask us.'],
  [{ contains: [] }, 'No allergens in the recipe. Traces of other allergens are not stated: please ask us.'],
  [{ mayContain: ['milk'] }, 'May contain milk. The allergens are not stated: please ask us before you order.'],
  [{}, 'The allergens are not stated: please ask us before you order.'],
] as const)('the page of a product says what is not known: %j', (facts, text) => {
  expect(allergenStatement(facts as FoodFacts)).toBe(text)
})

test.each([
  [{ diet: 'veg', containsEgg: false }, 'Vegetarian, no egg'],
  [{ diet: 'nonveg', containsEgg: true }, 'Non-vegetarian, contains egg'],
  [{ diet: 'nonveg' }, 'Non-vegetarian'],
  [{}, ''],
] as const)('the diet of %j is "%s"', (facts, text) => {
  expect(dietText(facts)).toBe(text)
})

test('a label has a sentence for each kind of fact, and none for what is unknown', () => {
  expect(labelTexts(450, MILK_BAR_FACTS)).toEqual([
    'Milk chocolate · 110 g · Vegetarian, no egg.',
    'Ingredients: Sugar, cocoa butter, milk solids (22%), cocoa mass, emulsifier (INS 322, soya lecithin).',
    'Contains milk and soya. May contain tree nuts.',
    'MRP ₹450.00 incl. of all taxes · ₹4.09/g.',
  ])
  expect(labelTexts(450, {})).toEqual([])
})

test('a serving is a share of 100 g, rounded as on the label', () => {
  const { nutrition } = MILK_BAR_FACTS
  expect(nutritionRows(nutrition, 22).slice(0, 2)).toEqual([
    { name: 'Energy', isPart: false, per100: '548 kcal', perServing: '121 kcal' },
    { name: 'Protein', isPart: false, per100: '7.2 g', perServing: '1.6 g' },
  ])
  expect(nutritionRows(nutrition).some((row) => 'perServing' in row)).toBe(false)
  expect(nutritionRows(nutrition)).toHaveLength(9)
})
