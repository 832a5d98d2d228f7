import { joinNames } from '#src/core/words.ts'

export const DIETS = ['veg', 'nonveg'] as const
export type Diet = (typeof DIETS)[number]

export const DIET_NAMES: Readonly<Record<Diet, string>> = {
  veg: 'Vegetarian',
  nonveg: 'Non-vegetarian',
}

export const ALLERGENS = [
  'gluten',
  'milk',
  'egg',
  'peanut',
  'tree-nuts',
  'soya',
  'sulphite',
  'sesame',
  'fish',
  'crustacean',
] as const
export type Allergen = (typeof ALLERGENS)[number]

export const ALLERGEN_NAMES: Readonly<Record<Allergen, string>> = {
  gluten: 'gluten',
  milk: 'milk',
  egg: 'egg',
  peanut: 'peanuts',
  'tree-nuts': 'tree nuts',
  soya: 'soya',
  sulphite: 'sulphites',
  sesame: 'sesame',
  fish: 'fish',
  crustacean: 'crustaceans',
}

export const NET_UNITS = ['g', 'ml', 'pieces'] as const
export type NetUnit = (typeof NET_UNITS)[number]

/** Joins allergens in words: "milk, soya and tree nuts". */
export const allergensText = (allergens: readonly Allergen[]): string =>
  joinNames(allergens.map((allergen) => ALLERGEN_NAMES[allergen]))
