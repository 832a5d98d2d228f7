import { memo, type ReactNode } from 'react'
import type { Packaging } from '#src/features/custom-orders/custom-order-options.ts'
import { chamferedRectangle, formatCoordinate, type Point, scalePoints, toBoxPath, toSvgPath } from './geometry.ts'
import { Film, Ribbon, Seal, type Size, Twine, type Wrapped } from './wrapping-drawing.tsx'

export const PackagingBehind = memo(function PackagingBehind({ packaging, ...size }: Size & { packaging: Packaging }) {
  return BEHIND[packaging](size)
})

export const PackagingOver = memo(function PackagingOver({ packaging, ...size }: Wrapped & { packaging: Packaging }) {
  return OVER[packaging](size)
})

const nothing = () => null

const BEHIND: Readonly<Record<Packaging, (size: Size) => ReactNode>> = {
  simple: Parchment,
  'gift-box': GiftBox,
  ribbon: nothing,
  vintage: Tin,
  eco: Kraft,
  luxury: Lacquer,
  transparent: nothing,
}

const OVER: Readonly<Record<Packaging, (wrapped: Wrapped) => ReactNode>> = {
  simple: nothing,
  'gift-box': nothing,
  ribbon: Ribbon,
  vintage: Seal,
  eco: Twine,
  luxury: nothing,
  transparent: Film,
}

const SHADOW_STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** A soft shadow without a filter: stacked outlines, each wider and fainter. */
export function Shadow({ d, depth = 1 }: { d: string; depth?: number }) {
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

function Parchment({ width, height }: Size) {
  const [w, h] = [width / 2 + 13, height / 2 + 12]
  return (
    <g>
      <Shadow d={toBoxPath(w * 2, h * 2)} depth={0.6} />
      <path d={toBoxPath(w * 2, h * 2)} fill="#e9dcc6" transform="rotate(2.5)" />
      <path d={toBoxPath(w * 2, h * 2)} fill="#fffaf1" transform="rotate(-1.5)" />
      <g fill="none" stroke="#d8c7ab" strokeWidth="0.4" transform="rotate(-1.5)">
        <path
          d={`M${formatCoordinate(-w)} ${formatCoordinate(-h * 0.72)}L${formatCoordinate(w)} ${formatCoordinate(-h * 0.64)}M${formatCoordinate(-w)} ${formatCoordinate(h * 0.7)}L${formatCoordinate(w)} ${formatCoordinate(h * 0.77)}`}
        />
        <path
          d={`M${formatCoordinate(-w * 0.8)} ${formatCoordinate(-h)}L${formatCoordinate(-w * 0.86)} ${formatCoordinate(h)}M${formatCoordinate(w * 0.82)} ${formatCoordinate(-h)}L${formatCoordinate(w * 0.78)} ${formatCoordinate(h)}`}
        />
      </g>
    </g>
  )
}

function Walls({
  outer,
  inner,
  colors,
}: {
  outer: Size
  inner: Size
  colors: readonly [string, string, string, string]
}) {
  const corners = ({ width, height }: Size): Point[] => [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ]
  const [o, i] = [corners(outer), corners(inner)]
  return colors.map((color, side) => {
    const next = (side + 1) % 4
    const wall = [o[side], o[next], i[next], i[side]].filter((point) => point !== undefined)
    return <path key={color} d={toSvgPath(wall)} fill={color} />
  })
}

function GiftBox({ width, height }: Size) {
  const outer = { width: width + 26, height: height + 26 }
  const inner = { width: width + 15, height: height + 15 }
  const [lidX, lidY] = [width / 2 + 2, -height / 2 + 4]
  return (
    <g>
      <g transform={`translate(${formatCoordinate(lidX)} ${formatCoordinate(lidY)}) rotate(24)`}>
        <Shadow d={toBoxPath(96, 96, 2)} />
        <path d={toBoxPath(96, 96, 2)} fill="#5a1f33" />
        <path d={toBoxPath(90, 90, 2)} fill="#6b2840" />
        <path d="M-7 -48H7V48H-7Z" fill="#c9a050" />
        <path d="M-48 -7H48V7H-48Z" fill="#dcb866" />
        <path d="M-7 -48H-4V48H-7ZM-48 -7H48V-4H-48Z" fill="#f0dca8" />
      </g>
      <Shadow d={toBoxPath(outer.width, outer.height, 2)} depth={1.3} />
      <path d={toBoxPath(outer.width, outer.height, 2)} fill="#6b2840" />
      <Walls
        outer={{ width: outer.width - 3, height: outer.height - 3 }}
        inner={inner}
        colors={['#2f0f1b', '#5a1f33', '#7d3450', '#43162a']}
      />
      <path d={toBoxPath(inner.width, inner.height)} fill="#f4e7d4" />
      <path
        d={`M${formatCoordinate(-inner.width / 2)} ${formatCoordinate(-inner.height * 0.2)}L${formatCoordinate(-inner.width * 0.2)} ${formatCoordinate(-inner.height / 2)}H${formatCoordinate(-inner.width / 2)}ZM${formatCoordinate(inner.width / 2)} ${formatCoordinate(inner.height * 0.1)}L${formatCoordinate(inner.width * 0.12)} ${formatCoordinate(inner.height / 2)}H${formatCoordinate(inner.width / 2)}Z`}
        fill="#e6d3b8"
      />
      <path d={toBoxPath(outer.width - 1.4, outer.height - 1.4, 2)} fill="none" stroke="#c9a050" strokeWidth="0.7" />
    </g>
  )
}

function Tin({ width, height }: Size) {
  const [w, h] = [width + 34, height + 34]
  const corner = (x: number, y: number) =>
    toSvgPath([
      [x * (w / 2 - 3.5), y * (h / 2 - 3.5)],
      [x * (w / 2 - 13), y * (h / 2 - 3.5)],
      [x * (w / 2 - 3.5), y * (h / 2 - 13)],
    ])
  return (
    <g>
      <Shadow d={toBoxPath(w, h, 7)} depth={1.2} />
      <path d={toBoxPath(w, h, 7)} fill="#2f4f4a" />
      <path d={toBoxPath(w - 2, h - 2, 6)} fill="#3f655e" />
      <path d={toBoxPath(w - 5, h - 5, 5)} fill="none" stroke="#e3c888" strokeWidth="0.8" />
      <path d={toBoxPath(w - 8, h - 8, 4)} fill="none" stroke="#e3c888" strokeWidth="0.35" />
      <path d={corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1)} fill="#c9a050" />
      <path d={toBoxPath(w - 18, h - 18, 9)} fill="#263f3b" />
      <path d={toBoxPath(w - 20, h - 20, 8)} fill="#efe2c6" />
      <path d={toBoxPath(w - 24, h - 24, 7)} fill="none" stroke="#b99b63" strokeWidth="0.35" strokeDasharray="1 1.6" />
    </g>
  )
}

function Kraft({ width, height }: Size) {
  const [w, h] = [width + 28, height + 26]
  const fibre = (i: number) => {
    const [x, y] = [((i * 37) % 100) / 100 - 0.5, ((i * 61) % 100) / 100 - 0.5]
    return `M${formatCoordinate(x * w * 0.94)} ${formatCoordinate(y * h * 0.94)}l${formatCoordinate(2 + (i % 3))} ${formatCoordinate((i % 5) * 0.5 - 1)}`
  }
  const fibres = Array.from({ length: 46 }, (_, i) => fibre(i)).join('')
  return (
    <g transform="rotate(-2)">
      <Shadow d={toBoxPath(w, h)} depth={0.8} />
      <path d={toBoxPath(w, h)} fill="#c49a6a" />
      <path
        d={`M${formatCoordinate(-w / 2)} ${formatCoordinate(-h / 2)}H${formatCoordinate(w / 2)}L${formatCoordinate(w / 2 - 10)} ${formatCoordinate(-h / 2 + 9)}H${formatCoordinate(-w / 2 + 8)}Z`}
        fill="#d6b083"
      />
      <path
        d={`M${formatCoordinate(-w / 2)} ${formatCoordinate(h / 2)}H${formatCoordinate(w / 2)}L${formatCoordinate(w / 2 - 9)} ${formatCoordinate(h / 2 - 8)}H${formatCoordinate(-w / 2 + 10)}Z`}
        fill="#b0855a"
      />
      <path d={fibres} stroke="#8d673f" strokeWidth="0.35" opacity="0.6" fill="none" />
      <path d={fibres} stroke="#e7caa2" strokeWidth="0.35" opacity="0.7" fill="none" transform="rotate(180)" />
    </g>
  )
}

function Lacquer({ width, height }: Size) {
  const [w, h] = [width + 32, height + 32]
  const corner = (x: number, y: number) =>
    toSvgPath([
      [x * (w / 2), y * (h / 2 - 12)],
      [x * (w / 2), y * (h / 2 - 7)],
      [x * (w / 2 - 7), y * (h / 2)],
      [x * (w / 2 - 12), y * (h / 2)],
    ])
  return (
    <g>
      <Shadow d={toBoxPath(w, h, 7)} depth={1.5} />
      <path d={toBoxPath(w, h, 7)} fill="#150a08" />
      <path d={corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1)} fill="#d8b566" />
      <path d={toBoxPath(w - 5, h - 5, 6)} fill="none" stroke="#e3c888" strokeWidth="0.7" />
      <Walls
        outer={{ width: w - 12, height: h - 12 }}
        inner={{ width: w - 18, height: h - 18 }}
        colors={['#2b0813', '#5c1a2e', '#7a2740', '#43101f']}
      />
      <path d={toBoxPath(w - 18, h - 18)} fill="#5a172b" />
      <path d={toSvgPath(scalePoints(chamferedRectangle(w - 18, h - 18, (h - 18) / 2.4), 0.98))} fill="#681d34" />
    </g>
  )
}
