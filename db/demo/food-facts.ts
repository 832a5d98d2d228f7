import { type MeltClass, meltsFirst } from '#src/core/delivery/heat.ts'
import { ALLERGENS, type Allergen } from '#src/features/catalog/food/allergens.ts'
import type { FoodFacts, Nutrition } from '#src/features/catalog/food/food-facts.contract.ts'
import type { DemoProduct } from './data/catalog.ts'
import {
  DEMO_COMPOUNDS,
  DEMO_INGREDIENTS,
  type DemoCompoundName,
  type DemoIngredient,
  type DemoIngredientName,
} from './data/food-ingredients.ts'
import { DEMO_LINES, DEMO_RECIPES, type DemoRecipe, type RecipeParts } from './data/recipes.ts'

type DemoFacts = Required<Omit<FoodFacts, 'cacaoPercent'>> & Pick<FoodFacts, 'cacaoPercent'>

/** Calculates what the label of a demo product says from its recipe. */
export function demoFoodFacts({ sku, price }: Pick<DemoProduct, 'sku' | 'price'>): DemoFacts {
  const recipe = recipeOf(sku)
  const parts = partsOf(recipe)
  const base = toIngredients(parts)
  const { traces, storage } = DEMO_LINES[recipe.line]
  const contains = ALLERGENS.filter((allergen) => [...base.keys()].some((name) => allergensOf(name).includes(allergen)))
  const { grams, pieces, genericName, shelfLifeDays } = recipe
  const cacaoPercent = cacaoPercentOf(parts)
  return {
    genericName,
    diet: 'veg',
    containsEgg: contains.includes('egg'),
    ingredients: ingredientsText(parts, 'named' in recipe ? recipe.named : []),
    contains,
    mayContain: traces.filter((allergen) => !contains.includes(allergen)),
    net: { value: grams, unit: 'g', ...(pieces && { pieces }) },
    mrp: price,
    shelfLifeDays,
    storage,
    nutrition: nutritionOf(base),
    serveGrams: pieces ? Math.round((grams / pieces) * Math.min(pieces, 2)) : 20,
    ...(cacaoPercent !== undefined && { cacaoPercent }),
    origin: 'India',
    labelPicture: labelPictureUrl(sku),
  }
}

/** How soon a demo product melts; an assortment like its softest piece. */
export function demoMeltClass(sku: string): MeltClass {
  const recipe = recipeOf(sku)
  if ('of' in recipe) return meltsFirst(recipe.of.map(demoMeltClass))
  if (recipe.line !== 'filled') return 'bar'
  return sku.includes('-TRF-') ? 'truffle' : 'bonbon'
}

export const labelPictureUrl = (sku: string) => `/pictures/label-${sku.toLowerCase()}.svg`

function recipeOf(sku: string): DemoRecipe {
  const recipe = DEMO_RECIPES[sku]
  if (!recipe) throw new Error(`The demo has no recipe of ${sku}`)
  return recipe
}

type PartName = DemoIngredientName | DemoCompoundName
type Shares<Name> = [Name, number][]

const isCompound = (name: PartName): name is DemoCompoundName => Object.hasOwn(DEMO_COMPOUNDS, name)
const ingredient = (name: DemoIngredientName): DemoIngredient => DEMO_INGREDIENTS[name]
const allergensOf = (name: DemoIngredientName): readonly Allergen[] => ingredient(name).allergens ?? []

const sharesOf = <Name extends string>(parts: Readonly<Partial<Record<Name, number>>>) =>
  Object.entries(parts) as Shares<Name>

function partsOf(recipe: DemoRecipe): RecipeParts {
  if ('parts' in recipe) return recipe.parts
  const sum = new Map<PartName, number>()
  for (const sku of recipe.of)
    for (const [name, share] of sharesOf(partsOf(recipeOf(sku))))
      sum.set(name, (sum.get(name) ?? 0) + share / recipe.of.length)
  return Object.fromEntries(sum)
}

/** Grams of each ingredient in 100 g. */
function toIngredients(parts: RecipeParts): Map<DemoIngredientName, number> {
  const sum = new Map<DemoIngredientName, number>()
  const add = (name: DemoIngredientName, grams: number) => sum.set(name, (sum.get(name) ?? 0) + grams)
  for (const [name, share] of sharesOf(parts)) {
    if (!isCompound(name)) add(name, share)
    else for (const [inner, part] of sharesOf(DEMO_COMPOUNDS[name].parts)) add(inner, (share * part) / 100)
  }
  return sum
}

const byShare = <Name>(shares: Shares<Name>) => shares.toSorted(([, one], [, other]) => other - one)

/** In descending order; a compound is followed by its own ingredients. */
function ingredientsText(parts: RecipeParts, named: readonly PartName[] = []): string {
  const shares = byShare(sharesOf(parts))
  const [[only] = []] = shares
  const words = only && isCompound(only) && shares.length === 1 ? innerNames(only) : shares.map(worded)
  const text = words.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

  function worded([name, share]: [PartName, number]): string {
    const percent = named.includes(name) ? ` ${Number(share.toFixed(1))}%` : ''
    if (!isCompound(name)) return `${ingredient(name).name}${percent}`
    return `${DEMO_COMPOUNDS[name].name}${percent} (${innerNames(name).join(', ')})`
  }
}

const innerNames = (name: DemoCompoundName): string[] =>
  byShare(sharesOf<DemoIngredientName>(DEMO_COMPOUNDS[name].parts)).map(([inner]) => ingredient(inner).name)

function nutritionOf(base: ReadonlyMap<DemoIngredientName, number>): Nutrition {
  const per100 = (index: number, digits: number) => {
    const sum = [...base].reduce(
      (total, [name, grams]) => total + ((ingredient(name).values[index] ?? 0) * grams) / 100,
      0,
    )
    return Number(sum.toFixed(digits))
  }
  return {
    energy: per100(0, 0),
    protein: per100(1, 1),
    carbohydrate: per100(2, 1),
    sugars: per100(3, 1),
    addedSugars: per100(4, 1),
    fat: per100(5, 1),
    saturatedFat: per100(6, 1),
    transFat: per100(7, 1),
    sodium: per100(8, 0),
  }
}

/** Cocoa solids of the chocolate; undefined when the product has none or several. */
function cacaoPercentOf(parts: RecipeParts): number | undefined {
  const [chocolate, another] = Object.keys(parts).filter(
    (name): name is DemoCompoundName => isCompound(name as PartName) && isChocolate(name as DemoCompoundName),
  )
  if (!chocolate || another) return undefined
  const inner = sharesOf<DemoIngredientName>(DEMO_COMPOUNDS[chocolate].parts)
  return Math.round(inner.reduce((sum, [name, share]) => sum + (share * (ingredient(name).cocoa ?? 0)) / 100, 0))
}

const isChocolate = (name: DemoCompoundName) => DEMO_COMPOUNDS[name].name.endsWith('chocolate')
