import type { FoodFacts } from './food-facts.contract.ts'

export const DIETS = ['veg', 'nonveg'] as const
export type Diet = (typeof DIETS)[number]

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

/** The facts that a label must carry (docs/law.md). Without them a product is not put on sale in live mode. */
export const MANDATORY_FACTS = [
  'genericName',
  'diet',
  'ingredients',
  'contains',
  'net',
  'mrp',
  'shelfLifeDays',
  'storage',
  'nutrition',
  'origin',
  'labelPicture',
] as const satisfies readonly (keyof FoodFacts)[]
export type MandatoryFact = (typeof MANDATORY_FACTS)[number]

export const FACT_NAMES: Readonly<Record<MandatoryFact, string>> = {
  genericName: 'generic name',
  diet: 'vegetarian or not',
  ingredients: 'ingredients',
  contains: 'allergens',
  net: 'net quantity',
  mrp: 'MRP',
  shelfLifeDays: 'shelf life',
  storage: 'storage',
  nutrition: 'nutrition',
  origin: 'country of origin',
  labelPicture: 'picture of the label',
}

/** Lists the mandatory facts that are missing, in the label's order. `contains: []` is a fact: no allergens. */
export const missingFacts = (facts: FoodFacts): MandatoryFact[] =>
  MANDATORY_FACTS.filter((name) => facts[name] === undefined)

/** Formats the net quantity: "110 g" or "9 pieces, 120 g". */
export function netQuantityText({ value, unit, pieces }: NonNullable<FoodFacts['net']>): string {
  const counted = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`)
  if (unit === 'pieces') return counted(value)
  return pieces === undefined ? `${value} ${unit}` : `${counted(pieces)}, ${value} ${unit}`
}

/** Joins allergens in words: "milk, soya and tree nuts". */
export function allergensText(allergens: readonly Allergen[]): string {
  const names = allergens.map((allergen) => ALLERGEN_NAMES[allergen])
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
