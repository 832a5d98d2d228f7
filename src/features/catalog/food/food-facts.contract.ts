import { z } from 'zod'
import { coerceNumber, multiLineText, singleLineText } from '#src/core/validation/fields.ts'
import { ALLERGENS, DIETS, NET_UNITS } from './allergens.ts'

export const FACT_LIMITS = { genericName: 120, ingredients: 1500, storage: 300, origin: 60, labelPicture: 2000 }

const text = (max: number) => multiLineText(max).min(1, 'Please fill this in.').optional()
const line = (max: number) => singleLineText(max).min(1, 'Please fill this in.').optional()

function whole(what: string, min: number, max: number) {
  const message = `Please enter the ${what} as a whole number from ${min} to ${max.toLocaleString('en-IN')}.`
  return coerceNumber(z.int(message).min(min, message).max(max, message))
}

/** Per 100 g or 100 ml. */
const amount = (what: string, max = 100) => {
  const message = `Please enter the ${what} as a number from 0 to ${max.toLocaleString('en-IN')}.`
  return coerceNumber(z.number(message).min(0, message).max(max, message))
}

/** Per 100 g: energy in kcal, sodium in mg, everything else in g. */
export const Nutrition = z
  .strictObject({
    energy: amount('energy in kcal', 900),
    protein: amount('protein'),
    carbohydrate: amount('carbohydrate'),
    sugars: amount('total sugars'),
    addedSugars: amount('added sugars'),
    fat: amount('total fat'),
    saturatedFat: amount('saturated fat'),
    transFat: amount('trans fat'),
    sodium: amount('sodium in mg', 40_000),
  })
  .superRefine((given, context) => {
    const refuse = (path: keyof typeof given, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (given.sugars > given.carbohydrate) refuse('sugars', 'Sugars are part of the carbohydrate and cannot exceed it.')
    if (given.addedSugars > given.sugars)
      refuse('addedSugars', 'Added sugars are part of the sugars and cannot exceed them.')
    if (given.saturatedFat + given.transFat > given.fat)
      refuse('saturatedFat', 'Saturated and trans fat are part of the fat and cannot exceed it.')
    if (given.protein + given.carbohydrate + given.fat > 100)
      refuse('carbohydrate', 'Protein, carbohydrate and fat together cannot exceed 100 g.')
  })
export type Nutrition = z.infer<typeof Nutrition>

const NetQuantity = z
  .strictObject({
    value: whole('net quantity', 1, 100_000),
    unit: z.enum(NET_UNITS, 'Please choose g, ml or pieces.'),
    /** How many pieces the weight contains. */
    pieces: whole('number of pieces', 1, 1000).optional(),
  })
  .refine(({ unit, pieces }) => unit !== 'pieces' || pieces === undefined, {
    path: ['pieces'],
    message: 'The net quantity already counts pieces.',
  })

const Allergens = z
  .array(z.enum(ALLERGENS, 'This is not a known allergen.'))
  .max(ALLERGENS.length)
  .refine((names) => new Set(names).size === names.length, 'An allergen is named twice.')

/** What a label says about a product. Facts may be missing until the product is put on sale. `mrp` is rupees with GST. */
export const FoodFacts = z
  .strictObject({
    genericName: line(FACT_LIMITS.genericName),
    diet: z.enum(DIETS, 'Please choose vegetarian or non-vegetarian.').optional(),
    containsEgg: z.boolean().optional(),
    /** In descending order of weight, with percentages where the name mentions one. */
    ingredients: text(FACT_LIMITS.ingredients),
    contains: Allergens.optional(),
    mayContain: Allergens.optional(),
    net: NetQuantity.optional(),
    mrp: amount('MRP in rupees', 99_999.99).optional(),
    shelfLifeDays: whole('shelf life in days', 1, 3650).optional(),
    storage: text(FACT_LIMITS.storage),
    nutrition: Nutrition.optional(),
    serveGrams: whole('serving in grams', 1, 1000).optional(),
    cacaoPercent: whole('cacao percentage', 0, 100).optional(),
    origin: line(FACT_LIMITS.origin),
    labelPicture: line(FACT_LIMITS.labelPicture),
  })
  .superRefine(({ diet, containsEgg, contains = [], mayContain = [] }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const hasEgg = containsEgg || contains.includes('egg')
    if (hasEgg && diet === 'veg') refuse('diet', 'Food with egg carries the non-vegetarian mark.')
    if (containsEgg === false && contains.includes('egg')) refuse('containsEgg', 'The allergens name egg.')
    if (containsEgg && !contains.includes('egg')) refuse('contains', 'Food with egg names egg as an allergen.')
    if (contains.some((name) => ['fish', 'crustacean'].includes(name)) && diet === 'veg')
      refuse('diet', 'Food with fish or crustaceans carries the non-vegetarian mark.')
    if (mayContain.some((name) => contains.includes(name)))
      refuse('mayContain', 'An allergen is either contained or may be contained.')
  })
export type FoodFacts = z.infer<typeof FoodFacts>

/** What lists show of the facts; unknown facts are missing. */
export const ProductLabel = z.object({
  diet: z.enum(DIETS).optional(),
  /** Net quantity in words, for example "110 g". */
  net: z.string().optional(),
})
export type ProductLabel = z.infer<typeof ProductLabel>
