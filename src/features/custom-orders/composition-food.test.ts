import { expect, it } from 'vitest'
import { declareFood, foodDeclarationText } from './composition-food.ts'
import { CONCENTRATION, FLAVORS, INGREDIENTS } from './custom-order-options.ts'

const ALL = FLAVORS.flatMap((flavor) =>
  [CONCENTRATION.min, 70, CONCENTRATION.max].flatMap((concentration) =>
    [[], ...INGREDIENTS.map((one) => [one]), [...INGREDIENTS]].map((ingredients) => ({
      flavor,
      concentration,
      ingredients,
    })),
  ),
)

it.each([
  [{ flavor: 'milk', concentration: 45, ingredients: ['nuts'] }, 'milk, soya and tree nuts', 'peanuts and gluten'],
  [{ flavor: 'dark', concentration: 70, ingredients: [] }, 'soya', 'milk, tree nuts, peanuts and gluten'],
  [{ flavor: 'dark', concentration: 41, ingredients: ['nuts'] }, 'soya and tree nuts', 'milk, peanuts and gluten'],
  [{ flavor: 'coffee', concentration: 40, ingredients: [] }, 'milk and soya', 'tree nuts, peanuts and gluten'],
  [{ flavor: 'hazelnut', concentration: 60, ingredients: [] }, 'milk, soya and tree nuts', 'peanuts and gluten'],
  [
    { flavor: 'ruby', concentration: 55, ingredients: ['dried-fruits'] },
    'milk, soya and sulphites',
    'tree nuts, peanuts and gluten',
  ],
] as const)('a chocolate of %j says what it contains', (composed, contained, possible) => {
  expect(foodDeclarationText(composed)).toBe(`Vegetarian. Contains ${contained}. May contain ${possible}.`)
})

it('every chocolate of the builder is vegetarian and names each allergen once', () => {
  for (const composed of ALL) {
    const { diet, contains, mayContain } = declareFood(composed)
    expect(diet).toBe('veg')
    expect(contains).toContain('soya')
    expect(new Set([...contains, ...mayContain]).size).toBe(contains.length + mayContain.length)
    for (const allergen of ['milk', 'tree-nuts', 'peanut', 'gluten'])
      expect([...contains, ...mayContain]).toContain(allergen)
  }
})

it('an ingredient adds allergens and never takes one away', () => {
  for (const composed of ALL)
    expect(declareFood(composed).contains).toEqual(
      expect.arrayContaining(declareFood({ ...composed, ingredients: [] }).contains),
    )
})
