import { formatDay } from '#src/core/dates.ts'
import { foodDeclarationText } from '#src/features/custom-orders/composition-food.ts'
import {
  describeStrength,
  FLAVOR_NAMES,
  type Flavor,
  INGREDIENT_NAMES,
  OCCASION_NAMES,
  type Occasion,
  PACKAGING_NAMES,
  type Packaging,
  SHAPE_NAMES,
  SHAPE_SIZES,
  type Shape,
} from '#src/features/custom-orders/custom-order-options.ts'
import { ChocolateDrawing, type PreviewComposition } from './chocolate-drawing.tsx'

export type ComposedChocolate = PreviewComposition & {
  flavor: Flavor
  shape: Shape
  packaging: Packaging
  occasion: Occasion | null
  message: string
  quantity: number
  neededBy?: string | null
}

/** Choices by their labels; empty where nothing is chosen. */
export function compositionRows(
  composition: PreviewComposition & { occasion: Occasion | '' | null; neededBy?: string | null },
): [label: string, chosen: string][] {
  const { flavor, concentration, ingredients, occasion, shape, packaging, name, neededBy } = composition
  return [
    ['Name', name.trim()],
    ['Flavor', flavor && FLAVOR_NAMES[flavor]],
    ['Strength', `${concentration} % · ${describeStrength(concentration).label}`],
    ['Ingredients', ingredients.map((id) => INGREDIENT_NAMES[id]).join(', ') || 'None'],
    ['Shape', shape && `${SHAPE_NAMES[shape]}, about ${SHAPE_SIZES[shape].grams} g`],
    ['Packaging', packaging && PACKAGING_NAMES[packaging]],
    ['Occasion', occasion ? OCCASION_NAMES[occasion] : ''],
    ['Needed by', neededBy ? formatDay(neededBy) : ''],
  ]
}

export function CompositionSummary({ composition }: { composition: ComposedChocolate }) {
  const { message, quantity } = composition
  const facts = compositionRows(composition).toSpliced(-2, 0, ['Quantity', quantity.toLocaleString('en-IN')])
  return (
    <div className="grid gap-5">
      <div className="cut cut-18 bg-cocoa-950">
        <ChocolateDrawing composition={composition} className="block aspect-4/3 max-h-96 w-full" />
      </div>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1.5 text-small">
        {facts.map(
          ([what, chosen]) =>
            chosen && (
              <div key={what} className="contents">
                <dt className="text-cocoa-600">{what}</dt>
                <dd className="wrap-anywhere font-medium">{chosen}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="text-small">{foodDeclarationText(composition)}</p>
      {message && (
        <figure className="grid gap-1 text-small">
          <figcaption className="text-cocoa-600">Message on the card</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-line border-gold-500 border-l-2 pl-4 font-voice italic">
            {message}
          </blockquote>
        </figure>
      )}
    </div>
  )
}
