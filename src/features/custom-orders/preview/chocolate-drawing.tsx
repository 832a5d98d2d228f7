import { memo, useId } from 'react'
import {
  FLAVOR_NAMES,
  type Flavor,
  INGREDIENT_NAMES,
  type Ingredient,
  PACKAGING_NAMES,
  type Packaging,
  SHAPE_NAMES,
  SHAPE_SIZES,
  type Shape,
} from '#src/features/custom-orders/custom-order-options.ts'
import { chocolateColor, isLightColor, shadeColor, toCssColor } from './chocolate-colors.ts'
import { buildChocolateShape, type ChocolateShape } from './chocolate-shapes.ts'
import { formatCoordinate, toSvgPath } from './geometry.ts'
import { PackagingBehind, PackagingOver, Shadow } from './packaging-drawing.tsx'
import { placeToppings, type ToppingPlacement, toppingLayers } from './toppings.ts'

export type PreviewComposition = {
  flavor: Flavor | ''
  concentration: number
  ingredients: readonly Ingredient[]
  shape: Shape | ''
  packaging: Packaging | ''
  name: string
}

/** One unit is a millimetre. Few paths and no filters, because every choice redraws it on slow phones too. */
export function ChocolateDrawing({ composition, className }: { composition: PreviewComposition; className?: string }) {
  const id = useId()
  const { flavor, concentration, packaging } = composition
  const shape = composition.shape || 'bar'
  const { width, height } = SHAPE_SIZES[shape]
  const color = flavor === '' ? undefined : chocolateColor(flavor, concentration)
  return (
    <svg viewBox="-108 -81 216 162" role="img" aria-label={description(composition)} className={className}>
      <Stage id={id} tone={color === undefined ? 'plan' : isLightColor(color) ? 'dusk' : 'day'} />
      {packaging !== '' && <PackagingBehind {...{ packaging, width, height }} />}
      {color === undefined ? (
        <Plan shape={buildChocolateShape(shape)} />
      ) : (
        <Chocolate {...{ id, color, composition }} shape={shape} />
      )}
      {packaging !== '' && (
        <PackagingOver {...{ packaging, width, height }} outlines={buildChocolateShape(shape).outlines} />
      )}
      <Ruler dark={color === undefined || isLightColor(color)} />
    </svg>
  )
}

const STAGES = {
  day: ['#fdf5ea', '#e9d6bf'],
  dusk: ['#7d5b4c', '#3f271e'],
  plan: ['#2e1a13', '#1b0e0b'],
} as const

function Stage({ id, tone }: { id: string; tone: keyof typeof STAGES }) {
  const [near, far] = STAGES[tone]
  return (
    <>
      <radialGradient id={`${id}stage`} gradientUnits="userSpaceOnUse" cx="-40" cy="-50" r="190">
        <stop stopColor={near} />
        <stop offset="1" stopColor={far} />
      </radialGradient>
      <rect x="-400" y="-300" width="800" height="600" fill={`url(#${id}stage)`} />
    </>
  )
}

function Plan({ shape: { outline, facets } }: { shape: ChocolateShape }) {
  return (
    <g fill="none" stroke="#e3c888" strokeLinejoin="round">
      <path d={facets.map(toSvgPath).join('')} strokeWidth="0.35" opacity="0.5" />
      <path d={outline} strokeWidth="0.9" />
    </g>
  )
}

type Couverture = ReturnType<typeof chocolateColor>
type ChocolateProps = { id: string; shape: Shape; color: Couverture; composition: PreviewComposition }

function Chocolate({ id, shape, color, composition }: ChocolateProps) {
  const { outline, faces } = buildChocolateShape(shape)
  return (
    <>
      <Shadow d={outline} depth={1.2} />
      <path
        d={outline}
        fill={toCssColor(color)}
        stroke={shadeColor(color, -0.55)}
        strokeWidth="0.6"
        strokeLinejoin="round"
      />
      {faces.map(({ light, d }) => (
        <path
          key={light}
          d={d}
          fill={shadeColor(color, light)}
          stroke={shadeColor(color, light + 0.08)}
          strokeWidth="0.2"
        />
      ))}
      {shape === 'letter' && <Letter color={color} name={composition.name} />}
      {shape === 'custom-mold' && <OwnDrawing color={color} />}
      <linearGradient id={`${id}sheen`} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor="#fff3dc" stopOpacity="0.26" />
        <stop offset="0.42" stopColor="#fff3dc" stopOpacity="0" />
        <stop offset="1" stopColor="#140805" stopOpacity="0.24" />
      </linearGradient>
      <path d={outline} fill={`url(#${id}sheen)`} />
      {composition.ingredients.map((ingredient) => (
        <Topping key={ingredient} ingredient={ingredient} shape={shape} />
      ))}
    </>
  )
}

const Topping = memo(function Topping({ ingredient, shape }: { ingredient: Ingredient; shape: Shape }) {
  const places = placeToppings(shape, ingredient)
  const layers = toppingLayers(ingredient).map(({ color, polygons }) => ({
    color,
    d: places
      .flatMap((place) => polygons.map((polygon) => toSvgPath(polygon.map((point) => laid(point, place)))))
      .join(''),
  }))
  return (
    <g>
      <path d={layers[0]?.d} fill="#140805" opacity="0.4" transform="translate(0.5 0.9)" />
      {layers.map(({ color, d }) => (
        <path key={color} d={d} fill={color} />
      ))}
    </g>
  )
})

function laid([x, y]: readonly [number, number], place: ToppingPlacement): [number, number] {
  const [sin, cos] = [Math.sin(place.turn) * place.size, Math.cos(place.turn) * place.size]
  return [place.x + x * cos - y * sin, place.y + x * sin + y * cos]
}

function Letter({ color, name }: { color: Couverture; name: string }) {
  const letter = [...name.trim()][0]?.toLocaleUpperCase('en-IN') ?? 'G'
  const layers = [
    { dx: 1.9, dy: 2.6, light: -0.9 },
    { dx: 0.9, dy: 1.3, light: -0.45 },
    { dx: -0.8, dy: -1, light: 0.95 },
    { dx: 0, dy: 0, light: 0.26 },
  ]
  return (
    <g fontFamily="var(--display)" fontSize="60" textAnchor="middle" strokeWidth="2.4" strokeLinejoin="bevel">
      {layers.map(({ dx, dy, light }) => (
        <text key={light} x={dx} y={dy + 20.5} fill={shadeColor(color, light)} stroke={shadeColor(color, light)}>
          {letter}
        </text>
      ))}
    </g>
  )
}

function OwnDrawing({ color }: { color: Couverture }) {
  const mark = 'M0-23 23 0 0 23-23 0ZM-8.5-8.5H8.5V8.5H-8.5ZM0-23-8.5-8.5-23 0-8.5 8.5 0 23 8.5 8.5 23 0 8.5-8.5Z'
  return (
    <g fill="none" strokeWidth="0.9" strokeDasharray="2.4 1.8">
      <path d={mark} stroke={shadeColor(color, -0.8)} transform="translate(0.4 0.6)" />
      <path d={mark} stroke={shadeColor(color, 1)} />
    </g>
  )
}

function Ruler({ dark }: { dark: boolean }) {
  const ink = dark ? '#e3c888' : '#7a5a1c'
  return (
    <g stroke={ink} strokeWidth="0.5" fill="none" transform="translate(-99 72)" className="max-sm:hidden">
      <path d={`M0-2V0H20V-2M10 0V${formatCoordinate(-1.2)}`} />
      <text x="22.500" y="0.600" fontSize="5" fill={ink} stroke="none">
        2 cm
      </text>
    </g>
  )
}

function description({ flavor, concentration, ingredients, shape, packaging }: PreviewComposition): string {
  const parts = [
    `${flavor === '' ? 'Plan of a chocolate' : `${FLAVOR_NAMES[flavor]} chocolate, ${concentration} %`}`,
    shape !== '' && `as ${SHAPE_NAMES[shape]}`,
    ingredients.length > 0 && `with ${ingredients.map((id) => INGREDIENT_NAMES[id]).join(', ')}`,
    packaging !== '' && `in ${PACKAGING_NAMES[packaging]} packaging`,
  ]
  return `Drawing: ${parts.filter(Boolean).join(', ')}`
}
