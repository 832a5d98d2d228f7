import { INGREDIENT_NAMES, INGREDIENTS, type Ingredient } from '#src/features/custom-orders/custom-order-options.ts'
import { toSvgPath } from '#src/features/custom-orders/preview/geometry.ts'
import { toppingLayers } from '#src/features/custom-orders/preview/toppings.ts'
import { type BuilderTabProps, toggleIngredient } from './builder-state.ts'
import { CheckChip, OptionGroup } from './option-fields.tsx'

export function IngredientsTab({ draft, change }: BuilderTabProps) {
  return (
    <OptionGroup
      legend="Add ingredients"
      hint="Choose as many as you like, or none."
      className="flex flex-wrap gap-2.5"
    >
      {INGREDIENTS.map((ingredient) => (
        <CheckChip
          key={ingredient}
          name="ingredients"
          value={ingredient}
          checked={draft.ingredients.includes(ingredient)}
          onChoose={() => change({ ingredients: toggleIngredient(draft.ingredients, ingredient) })}
          icon={<PieceIcon ingredient={ingredient} />}
        >
          {INGREDIENT_NAMES[ingredient]}
        </CheckChip>
      ))}
    </OptionGroup>
  )
}

function PieceIcon({ ingredient }: { ingredient: Ingredient }) {
  return (
    <svg viewBox="-8 -8 16 16" aria-hidden="true" className="size-7 -rotate-30 rounded-full bg-cocoa-800">
      {toppingLayers(ingredient).map(({ color, polygons }) => (
        <path key={color} d={polygons.map(toSvgPath).join('')} fill={color} />
      ))}
    </svg>
  )
}
