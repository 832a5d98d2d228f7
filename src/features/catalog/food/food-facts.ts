import { counted, joinNames } from '#src/core/words.ts'
import type { FoodFacts } from './food-facts.contract.ts'

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

export type KnownFacts = { readonly [Name in MandatoryFact]?: unknown }

/** Lists the mandatory facts that are missing, in the label's order. `contains: []` is a fact: no allergens. */
export const missingFacts = (facts: KnownFacts): MandatoryFact[] =>
  MANDATORY_FACTS.filter((name) => facts[name] === undefined)

/** Joins the names of missing facts: "ingredients, MRP and storage". */
export const missingFactsText = (missing: readonly MandatoryFact[]): string =>
  joinNames(missing.map((name) => FACT_NAMES[name]))

/** Formats the net quantity: "110 g" or "9 pieces, 120 g". */
export function netQuantityText({ value, unit, pieces }: NonNullable<FoodFacts['net']>): string {
  if (unit === 'pieces') return counted(value, 'piece')
  return pieces === undefined ? `${value} ${unit}` : `${counted(pieces, 'piece')}, ${value} ${unit}`
}
