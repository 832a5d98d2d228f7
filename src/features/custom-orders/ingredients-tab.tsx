import { INGREDIENT_NAMES, INGREDIENTS, type Ingredient } from './custom-orders.rules.ts'
import { type DraftProps, withToggled } from './draft.rules.ts'
import { pathOf } from './facets.ts'
import { CheckChip, Options } from './options.tsx'
import { PIECES } from './topping-pieces.ts'

export function IngredientsTab({ draft, change }: DraftProps) {
  return (
    <Options legend="Add ingredients" hint="Choose as many as you like, or none." className="flex flex-wrap gap-2.5">
      {INGREDIENTS.map((ingredient) => (
        <CheckChip
          key={ingredient}
          name="ingredients"
          value={ingredient}
          checked={draft.ingredients.includes(ingredient)}
          onChoose={() => change({ ingredients: withToggled(draft.ingredients, ingredient) })}
          icon={<PieceIcon ingredient={ingredient} />}
        >
          {INGREDIENT_NAMES[ingredient]}
        </CheckChip>
      ))}
    </Options>
  )
}

/** The very piece that then lies on the chocolate. */
function PieceIcon({ ingredient }: { ingredient: Ingredient }) {
  return (
    <svg viewBox="-8 -8 16 16" aria-hidden="true" className="size-7 -rotate-30 rounded-full bg-cocoa-800">
      {PIECES[ingredient].map(({ color, polygons }) => (
        <path key={color} d={polygons.map(pathOf).join('')} fill={color} />
      ))}
    </svg>
  )
}
