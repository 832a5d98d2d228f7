import { ALLERGENS } from '#src/features/catalog/food/allergens.ts'
import type { FoodFacts, Nutrition } from '#src/features/catalog/food/food-facts.contract.ts'
import type { KnownFacts } from '#src/features/catalog/food/food-facts.ts'

/** Facts as typed: the server validates them. The form must read every fact. */
export type TypedFacts = { readonly [Fact in keyof Required<FoodFacts>]: unknown }

/** The names of the nutrients in the form and in the file. The label's own names are in `food/facts-text.ts`. */
export const NUTRIENTS = {
  energy: 'Energy (kcal)',
  protein: 'Protein (g)',
  carbohydrate: 'Carbohydrate (g)',
  sugars: 'Sugars (g)',
  addedSugars: 'Added sugars (g)',
  fat: 'Fat (g)',
  saturatedFat: 'Saturated fat (g)',
  transFat: 'Trans fat (g)',
  sodium: 'Sodium (mg)',
} as const satisfies Record<keyof Nutrition, string>
export type Nutrient = keyof Nutrition

/** The name of a field is the path of its fact, which is also that of its refusal. */
export const fieldName = (fact: string) => `facts.${fact}`

export const NONE = 'none'

/** Reads the fields; what is blank is left out. */
export function readFactFields(form: FormData): TypedFacts {
  const text = (fact: string) => String(form.get(fieldName(fact)) ?? '').trim() || undefined
  const group = (fact: string, parts: readonly string[]) => {
    const typed = parts.map((part) => [part, text(`${fact}.${part}`)] as const).filter(([, value]) => value)
    return typed.length > 0 ? Object.fromEntries(typed) : undefined
  }
  const contains = allergensIn(form, 'contains')
  const net = group('net', ['value', 'pieces'])
  return {
    genericName: text('genericName'),
    diet: text('diet'),
    containsEgg: contains?.includes('egg'),
    ingredients: text('ingredients'),
    contains,
    mayContain: allergensIn(form, 'mayContain'),
    net: net && { ...net, unit: text('net.unit') },
    mrp: text('mrp'),
    shelfLifeDays: text('shelfLifeDays'),
    storage: text('storage'),
    nutrition: group('nutrition', Object.keys(NUTRIENTS)),
    serveGrams: text('serveGrams'),
    cacaoPercent: text('cacaoPercent'),
    origin: text('origin'),
    labelPicture: text('labelPicture'),
  }
}

function allergensIn(form: FormData, fact: string): string[] | undefined {
  const chosen = form.getAll(fieldName(fact)).map(String)
  if (chosen.includes(NONE)) return []
  return chosen.length > 0 ? ALLERGENS.filter((allergen) => chosen.includes(allergen)) : undefined
}

/** For the progress: a fact of several parts counts when all of them are typed. */
export function countableFacts({ net, nutrition, ...facts }: KnownFacts): KnownFacts {
  const hasAll = (fact: unknown, parts: readonly string[]) =>
    typeof fact === 'object' && fact !== null && parts.every((part) => part in fact) ? fact : undefined
  return { ...facts, net: hasAll(net, ['value']), nutrition: hasAll(nutrition, Object.keys(NUTRIENTS)) }
}
