import { z } from 'zod'
import { coerceNumber, multiLineText, singleLineText } from '#src/core/validation/fields.ts'
import { BAD_PICTURE, isImageUrl, parsePrice } from '#src/features/catalog/admin/product-input.ts'
import { ALLERGENS, DIETS, NET_UNITS } from './allergens.ts'

export const FACT_LIMITS = { genericName: 120, ingredients: 1500, storage: 300, origin: 60, labelPicture: 2000 }

const text = (max: number) => multiLineText(max).min(1, 'Please fill this in.').optional()
const line = (max: number) => singleLineText(max).min(1, 'Please fill this in.').optional()

function whole(what: string, min: number, max: number) {
  const message = `Please enter the ${what} as a whole number from ${min} to ${max.toLocaleString('en-IN')}.`
  return coerceNumber(z.int(message).min(min, message).max(max, message))
}

/** Per 100 g or 100 ml, with at most three decimals. */
const amount = (what: string, max = 100) => {
  const message = `Please enter the ${what} as a number from 0 to ${max.toLocaleString('en-IN')}.`
  const isShort = (given: number) => Number(given.toFixed(3)) === given
  return coerceNumber(z.number(message).min(0, message).max(max, message).refine(isShort, message))
}

const BAD_MRP = 'Please enter the MRP in rupees, from 0.01 to 99,999.99, like 450 or 450.50.'

/** Typed as prices are: 1,250.50. */
const mrp = z.preprocess(
  (typed: number | string) => (typeof typed === 'string' ? (parsePrice(typed) ?? Number.NaN) / 100 : typed),
  z.number(BAD_MRP).refine((given) => parsePrice(given) !== undefined, BAD_MRP),
)

/** Checks the rules between facts even if one fact is invalid, so that one answer lists all errors. */
const ALWAYS = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }
/** A fact that is wrong, and so of any type, breaks no other rule. */
const known = (amount: unknown) => (typeof amount === 'number' ? amount : Number.NaN)
const named = (allergens: unknown): string[] => (Array.isArray(allergens) ? allergens : [])

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
    const [carbohydrate, sugars, fat] = [known(given.carbohydrate), known(given.sugars), known(given.fat)]
    if (sugars > carbohydrate) refuse('sugars', 'Sugars are part of the carbohydrate and cannot exceed it.')
    if (known(given.addedSugars) > sugars)
      refuse('addedSugars', 'Added sugars are part of the sugars and cannot exceed them.')
    if (known(given.saturatedFat) + known(given.transFat) > fat)
      refuse('saturatedFat', 'Saturated and trans fat are part of the fat and cannot exceed it.')
    if (known(given.protein) + carbohydrate + fat > 100)
      refuse('carbohydrate', 'Protein, carbohydrate and fat together cannot exceed 100 g.')
  }, ALWAYS)
export type Nutrition = z.infer<typeof Nutrition>

const NetQuantity = z
  .strictObject({
    value: whole('net quantity', 1, 100_000),
    unit: z.enum(NET_UNITS, 'Please choose g, ml or pieces.'),
    pieces: whole('number of pieces', 1, 1000).optional(),
  })
  .refine(({ unit, pieces }) => unit !== 'pieces' || pieces === undefined, {
    path: ['pieces'],
    message: 'The net quantity already counts pieces.',
  })

const Allergens = z
  .array(z.enum(ALLERGENS, { error: ({ input }) => `“${String(input).slice(0, 40)}” is not a known allergen.` }))
  .max(ALLERGENS.length)
  .refine((names) => new Set(names).size === names.length, 'An allergen is named twice.')

/** The facts of a food label. They may be incomplete until the product is put on sale. `mrp` is rupees with GST. */
export const FoodFacts = z
  .strictObject({
    genericName: line(FACT_LIMITS.genericName),
    diet: z.enum(DIETS, 'Please choose vegetarian or non-vegetarian.').optional(),
    containsEgg: z.boolean('Please choose yes or no.').optional(),
    /** In descending order of weight, with percentages where the name mentions one. */
    ingredients: text(FACT_LIMITS.ingredients),
    contains: Allergens.optional(),
    mayContain: Allergens.optional(),
    net: NetQuantity.optional(),
    mrp: mrp.optional(),
    shelfLifeDays: whole('shelf life in days', 1, 3650).optional(),
    storage: text(FACT_LIMITS.storage),
    nutrition: Nutrition.optional(),
    serveGrams: whole('serving in grams', 1, 1000).optional(),
    cacaoPercent: whole('cacao percentage', 0, 100).optional(),
    origin: line(FACT_LIMITS.origin),
    labelPicture: singleLineText(FACT_LIMITS.labelPicture).refine(isImageUrl, BAD_PICTURE).optional(),
  })
  .superRefine(({ diet, containsEgg, ...given }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const contains = named(given.contains)
    const hasEgg = containsEgg === true || contains.includes('egg')
    if (hasEgg && diet === 'veg') refuse('diet', 'Food with egg carries the non-vegetarian mark.')
    if (containsEgg === false && contains.includes('egg')) refuse('containsEgg', 'The allergens name egg.')
    if (containsEgg === true && !contains.includes('egg')) refuse('contains', 'Food with egg names egg as an allergen.')
    if (contains.some((name) => ['fish', 'crustacean'].includes(name)) && diet === 'veg')
      refuse('diet', 'Food with fish or crustaceans carries the non-vegetarian mark.')
    if (named(given.mayContain).some((name) => contains.includes(name)))
      refuse('mayContain', 'An allergen is either contained or may be contained.')
  }, ALWAYS)
export type FoodFacts = z.infer<typeof FoodFacts>

/** The facts that lists show; unknown facts are missing. */
export const ProductLabel = z.object({
  diet: z.enum(DIETS).optional(),
  /** Net quantity in words, for example "110 g". */
  net: z.string().optional(),
})
export type ProductLabel = z.infer<typeof ProductLabel>
