import { type Allergen, DIET_NAMES, type Diet } from '#src/features/catalog/food/allergens.ts'
import { allergenNotice } from '#src/features/catalog/food/facts-text.ts'
import { type Composition, describeStrength, type Flavor, type Ingredient } from './custom-order-options.ts'

/** Fruit and mint flavors are made with white chocolate. */
const FLAVOR_ALLERGENS: Readonly<Record<Flavor, readonly Allergen[]>> = {
  dark: ['soya'],
  milk: ['milk', 'soya'],
  white: ['milk', 'soya'],
  ruby: ['milk', 'soya'],
  caramel: ['milk', 'soya'],
  hazelnut: ['milk', 'soya', 'tree-nuts'],
  orange: ['milk', 'soya'],
  mint: ['milk', 'soya'],
  strawberry: ['milk', 'soya'],
  coffee: ['soya'],
}

const INGREDIENT_ALLERGENS: Readonly<Record<Ingredient, readonly Allergen[]>> = {
  nuts: ['tree-nuts'],
  'dried-fruits': ['sulphite'],
  coconut: [],
  'sea-salt': [],
  vanilla: [],
  cinnamon: [],
  chili: [],
  rose: [],
  'gold-flakes': [],
  lavender: [],
  cardamom: [],
  honeycomb: [],
}

/** Of the studio where custom chocolates are made. */
const TRACES: readonly Allergen[] = ['milk', 'tree-nuts', 'peanut', 'gluten']

type ComposedFood = Pick<Composition, 'flavor' | 'concentration' | 'ingredients'>
type FoodDeclaration = { diet: Diet; contains: Allergen[]; mayContain: Allergen[] }

/** Every option is vegetarian. */
export function declareFood({ flavor, concentration, ingredients }: ComposedFood): FoodDeclaration {
  // A mild chocolate contains milk.
  const strength: Allergen[] = describeStrength(concentration).label === 'Mild' ? ['milk'] : []
  const chosen = ingredients.flatMap((ingredient) => INGREDIENT_ALLERGENS[ingredient])
  const contains = new Set([...strength, ...FLAVOR_ALLERGENS[flavor], ...chosen])
  return {
    diet: 'veg',
    contains: [...contains],
    mayContain: TRACES.filter((allergen) => !contains.has(allergen)),
  }
}

/** For example "Vegetarian. Contains milk, soya and tree nuts. May contain peanuts and gluten." */
export function foodDeclarationText(composed: ComposedFood): string {
  const declaration = declareFood(composed)
  return `${DIET_NAMES[declaration.diet]}. ${allergenNotice(declaration)}`
}
