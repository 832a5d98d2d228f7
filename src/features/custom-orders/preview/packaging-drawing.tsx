import { memo, type SVGProps } from 'react'
import type { Packaging } from '#src/features/custom-orders/custom-order-options.ts'
import art from './chocolate-art.json' with { type: 'json' }
import { formatCoordinate, type Point, toBoxPath, toSvgPath } from './geometry.ts'

type Size = { width: number; height: number }
type Wrapped = Size & { outlines: readonly (readonly Point[])[] }

/** A path, a shadow (with a depth) or a group. A box is a path: what it is wider and higher than the chocolate, its cut. */
type Layer = SVGProps<SVGPathElement> & { box?: number[]; depth?: number; layers?: Layer[] }

// Safe cast: of texts such as `strokeLinecap`, JSON has only the type string.
const LAYERS = art.packaging as Readonly<Record<Packaging, { behind: Layer[]; over: Layer[] }>>

export const PackagingBehind = memo(function PackagingBehind({ packaging, ...size }: Size & { packaging: Packaging }) {
  return <Layers layers={LAYERS[packaging].behind} size={{ ...size, outlines: [] }} />
})

export const PackagingOver = memo(function PackagingOver({ packaging, ...size }: Wrapped & { packaging: Packaging }) {
  return <Layers layers={LAYERS[packaging].over} size={size} />
})

function Layers({ layers, size }: { layers: Layer[]; size: Wrapped }) {
  return layers.map(({ box, depth, layers: inner, transform, ...path }, index) => {
    const [width = 0, height = 0, cut = 0] = box ?? []
    const d = box ? toBoxPath(size.width + width, size.height + height, cut) : measured(path.d, size)
    const place = transform && { transform: measured(transform, size) }
    // biome-ignore lint/suspicious/noArrayIndexKey: the layers of a packaging never move.
    if (depth !== undefined) return <Shadow key={index} d={d} depth={depth} />
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    if (!inner) return <path key={index} {...path} {...place} d={d} />
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <g key={index} {...place}>
        <Layers layers={inner} size={size} />
      </g>
    )
  })
}

/** In paths `x` and `y` are half the width and the height of the chocolate, `u` and `d` the ends of a ribbon. */
function measured(text = '', { width, height, outlines }: Wrapped): string {
  if (GENERATED[text]) return GENERATED[text](width / 2, height / 2)
  const of: Record<string, () => number> = {
    x: () => width / 2,
    y: () => height / 2,
    u: () => Math.min(...crossings(outlines, -width * 0.27)) - 2,
    d: () => Math.max(...crossings(outlines, -width * 0.27)) + 2,
  }
  return text.replaceAll(/[-.\d]*[xyud][-+.\dxy]*/g, (sum) => {
    const terms = [...sum.matchAll(/([-+]?)([.\d]*)([xyud]?)/g)].filter(([term]) => term !== '')
    const values = terms.map(([, sign, factor, measure = '']) => {
      const value = factor === '' ? 1 : Number(factor)
      return (sign === '-' ? -1 : 1) * value * (of[measure]?.() ?? 1)
    })
    return formatCoordinate(values.reduce((total, value) => total + value, 0))
  })
}

function crossings(outlines: Wrapped['outlines'], x: number): number[] {
  return outlines.flatMap((outline) =>
    outline.flatMap(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length] ?? [ax, ay]
      return ax > x === bx > x ? [] : [ay + ((x - ax) / (bx - ax)) * (by - ay)]
    }),
  )
}

/** Paths whose number of strokes needs more than measures. */
const GENERATED: Readonly<Record<string, (x: number, y: number) => string>> = {
  /** A sheet of film, whose sides are cut in teeth of four millimetres. */
  film(x, y) {
    const side = (sign: 1 | -1) =>
      Array.from(
        { length: Math.round((y + 9) / 2) + 1 },
        (_, i): Point => [sign * (x + 17 + (i % 2) * 1.6), -y - 9 + i * 4],
      )
    return toSvgPath([...side(1), ...side(-1).toReversed()])
  },
  fibres(x, y) {
    const stroke = (i: number) => {
      const [px, py] = [((i * 37) % 100) / 100 - 0.5, ((i * 61) % 100) / 100 - 0.5]
      const from = `${formatCoordinate(px * (2 * x + 28) * 0.94)} ${formatCoordinate(py * (2 * y + 26) * 0.94)}`
      return `M${from}l${2 + (i % 3)} ${(i % 5) * 0.5 - 1}`
    }
    return Array.from({ length: 46 }, (_, i) => stroke(i)).join('')
  },
}

const SHADOW_STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** A soft shadow without a filter: stacked outlines, each wider and fainter. */
export function Shadow({ d, depth }: { d: string; depth: number }) {
  return (
    <g fill="#1b0e0b" stroke="#1b0e0b" strokeLinejoin="round">
      {SHADOW_STEPS.map((step) => (
        <path
          key={step}
          d={d}
          transform={`translate(${formatCoordinate(step * 0.35 * depth)} ${formatCoordinate(step * 0.6 * depth)})`}
          strokeWidth={formatCoordinate(step * 0.95 * depth)}
          opacity={formatCoordinate(0.062 - step * 0.004)}
        />
      ))}
    </g>
  )
}
