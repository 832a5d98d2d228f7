import { allergensText, DIET_NAMES } from '#src/features/catalog/food/allergens.ts'
import type { FoodFacts, Nutrition } from '#src/features/catalog/food/food-facts.contract.ts'
import { netQuantityText } from '#src/features/catalog/food/food-facts.ts'

/** The code of UN/CEFACT for grams. */
const GRAMS = 'GRM'

/** The properties of a product that its label adds. Schema.org has `nutrition` and diet for a MenuItem only. */
export function structuredFacts(facts: FoodFacts) {
  const { nutrition, diet, net, origin } = facts
  const properties = additionalProperties(facts)
  return {
    ...((nutrition || diet) && { '@type': ['Product', 'MenuItem'] }),
    ...(nutrition && { nutrition: structuredNutrition(nutrition, net?.unit === 'ml' ? '100 ml' : '100 g') }),
    ...(diet === 'veg' && { suitableForDiet: 'https://schema.org/VegetarianDiet' }),
    ...(net?.unit === 'g' && { weight: { '@type': 'QuantitativeValue', value: net.value, unitCode: GRAMS } }),
    ...(origin && { countryOfOrigin: { '@type': 'Country', name: origin } }),
    ...(properties.length > 0 && { additionalProperty: properties }),
  }
}

function structuredNutrition(of: Nutrition, servingSize: string) {
  return {
    '@type': 'NutritionInformation',
    servingSize,
    calories: `${of.energy} kcal`,
    proteinContent: `${of.protein} g`,
    carbohydrateContent: `${of.carbohydrate} g`,
    sugarContent: `${of.sugars} g`,
    fatContent: `${of.fat} g`,
    saturatedFatContent: `${of.saturatedFat} g`,
    transFatContent: `${of.transFat} g`,
    sodiumContent: `${of.sodium} mg`,
  }
}

/** Short values: they add to the size of every product page. */
function additionalProperties({ diet, containsEgg, ingredients, contains, mayContain, net, cacaoPercent }: FoodFacts) {
  const known: Record<string, string | false | undefined> = {
    'Net quantity': net && net.unit !== 'g' && netQuantityText(net),
    Diet: diet && DIET_NAMES[diet],
    Egg: containsEgg === undefined ? undefined : containsEgg ? 'Contains egg' : 'No egg',
    Ingredients: ingredients,
    Contains: contains && allergensText(contains),
    'May contain': mayContain && allergensText(mayContain),
    Cacao: cacaoPercent !== undefined && `${cacaoPercent}%`,
  }
  return Object.entries(known).flatMap(([name, value]) => (value ? [{ '@type': 'PropertyValue', name, value }] : []))
}
