import { formatAmount, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { allergensText, DIET_NAMES } from './allergens.ts'
import type { FoodFacts, Nutrition } from './food-facts.contract.ts'
import { netQuantityText } from './food-facts.ts'

type Net = NonNullable<FoodFacts['net']>

/** Joins what is known: an unknown fact leaves no trace. */
const joined = (between: string, ...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(between)

/** "MRP ₹450.00 incl. of all taxes · 110 g · ₹4.09/g"; empty if nothing is known. `price` is rupees. */
export function priceFactsText(price: number, { mrp, net }: FoodFacts): string {
  return joined(' · ', mrp !== undefined && mrpText(mrp), net && netQuantityText(net), net && unitPriceText(price, net))
}

const mrpText = (mrp: number) => `MRP ${formatAmount(mrp)} incl. of all taxes`

/** "₹4.09/g" */
export function unitPriceText(price: number, net: Net): string {
  const unit = unitPrice(paiseFromRupees(price), net)
  return `${formatAmount(rupees(paise(unit.paise)))}/${unit.per}`
}

/** "Contains milk and soya. May contain tree nuts." */
export function allergenNotice({ contains, mayContain = [] }: FoodFacts): string {
  const named = contains?.length ? `Contains ${allergensText(contains)}.` : contains && 'No allergens in the recipe.'
  return joined(' ', named, mayContain.length > 0 && `May contain ${allergensText(mayContain)}.`)
}

/** As `allergenNotice`; what is unknown must not read as "none". */
export function allergenStatement(facts: FoodFacts): string {
  const unknown = facts.contains
    ? !facts.mayContain && 'Traces of other allergens are not stated: please ask us.'
    : 'The allergens are not stated: please ask us before you order.'
  return joined(' ', allergenNotice(facts), unknown)
}

/** "Vegetarian, no egg" */
export function dietText({ diet, containsEgg }: FoodFacts): string {
  const egg = containsEgg ? 'contains egg' : 'no egg'
  return joined(', ', diet && DIET_NAMES[diet], containsEgg !== undefined && egg)
}

/** "Vegetarian, no egg. Contains milk and soya."; what is not known leaves no trace. */
export const foodNotice = (facts: FoodFacts): string =>
  joined(' ', dietText(facts) && `${dietText(facts)}.`, facts.contains && allergenStatement(facts))

export const shelfLifeText = (days: number) => `Best within ${counted(days, 'day')} of making.`

/** Lists the texts that slips and box labels print of a product, a paragraph each. A gift has none of its price. */
export function labelTexts(price: number, facts: FoodFacts, hasPrices = true): string[] {
  const { genericName, net, ingredients, mrp } = facts
  return [
    joined(' · ', genericName, net && netQuantityText(net), dietText(facts)),
    ingredients ? `Ingredients: ${ingredients}` : '',
    allergenNotice(facts),
    hasPrices && joined(' · ', mrp !== undefined && mrpText(mrp), net && unitPriceText(price, net)),
  ].flatMap((text) => (text ? [text.endsWith('.') ? text : `${text}.`] : []))
}

const LABEL_ROWS: { of: keyof Nutrition; name: string; unit: 'kcal' | 'g' | 'mg'; isPart?: true }[] = [
  { of: 'energy', name: 'Energy', unit: 'kcal' },
  { of: 'protein', name: 'Protein', unit: 'g' },
  { of: 'carbohydrate', name: 'Carbohydrate', unit: 'g' },
  { of: 'sugars', name: 'Total sugars', unit: 'g', isPart: true },
  { of: 'addedSugars', name: 'Added sugars', unit: 'g', isPart: true },
  { of: 'fat', name: 'Total fat', unit: 'g' },
  { of: 'saturatedFat', name: 'Saturated fat', unit: 'g', isPart: true },
  { of: 'transFat', name: 'Trans fat', unit: 'g', isPart: true },
  { of: 'sodium', name: 'Sodium', unit: 'mg' },
]

export type NutritionRow = { name: string; isPart: boolean; per100: string; perServing?: string }

/** The rows of the nutrition table; a serving is rounded as the label is: kcal and mg whole, g to a tenth. */
export function nutritionRows(nutrition: Nutrition, serving?: number): NutritionRow[] {
  return LABEL_ROWS.map(({ of, name, unit, isPart = false }) => {
    const amount = nutrition[of]
    const served = serving && Number(((amount * serving) / 100).toFixed(unit === 'g' ? 1 : 0))
    return {
      name,
      isPart,
      per100: `${amount} ${unit}`,
      ...(served !== undefined && { perServing: `${served} ${unit}` }),
    }
  })
}

/** From here the price is of a kilogram or litre. */
const LARGE = 1000

/**
 * Unit sale price in paise, half up, with its unit. Legal Metrology (Packaged Commodities) Rules 2011, rule 6(11): a gram or
 * millilitre below one kilogram or litre, a kilogram or litre from there, a piece where sold by number.
 */
export function unitPrice(
  pricePaise: number,
  { value, unit }: Pick<Net, 'value' | 'unit'>,
): { paise: number; per: string } {
  if (unit === 'pieces') return { paise: divideHalfUp(pricePaise, value), per: 'piece' }
  if (value < LARGE) return { paise: divideHalfUp(pricePaise, value), per: unit }
  return { paise: divideHalfUp(pricePaise * LARGE, value), per: unit === 'g' ? 'kg' : 'l' }
}

const divideHalfUp = (amount: number, by: number) => Math.floor((2 * amount + by) / (2 * by))
