import { memo, type ReactNode } from 'react'
import type { Packaging } from '#src/features/custom-orders/custom-order-options.ts'
import { chamferedRectangle, formatCoordinate, type Point, regularPolygon, scalePoints, toSvgPath } from './geometry.ts'

type Size = { width: number; height: number }
type Wrapped = Size & { outlines: readonly (readonly Point[])[] }

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

const box = (width: number, height: number, cut = 0) => toSvgPath(chamferedRectangle(width, height, cut))

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
      <Shadow d={box(w * 2, h * 2)} depth={0.6} />
      <path d={box(w * 2, h * 2)} fill="#e9dcc6" transform="rotate(2.5)" />
      <path d={box(w * 2, h * 2)} fill="#fffaf1" transform="rotate(-1.5)" />
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
        <Shadow d={box(96, 96, 2)} />
        <path d={box(96, 96, 2)} fill="#5a1f33" />
        <path d={box(90, 90, 2)} fill="#6b2840" />
        <path d="M-7 -48H7V48H-7Z" fill="#c9a050" />
        <path d="M-48 -7H48V7H-48Z" fill="#dcb866" />
        <path d="M-7 -48H-4V48H-7ZM-48 -7H48V-4H-48Z" fill="#f0dca8" />
      </g>
      <Shadow d={box(outer.width, outer.height, 2)} depth={1.3} />
      <path d={box(outer.width, outer.height, 2)} fill="#6b2840" />
      <Walls
        outer={{ width: outer.width - 3, height: outer.height - 3 }}
        inner={inner}
        colors={['#2f0f1b', '#5a1f33', '#7d3450', '#43162a']}
      />
      <path d={box(inner.width, inner.height)} fill="#f4e7d4" />
      <path
        d={`M${formatCoordinate(-inner.width / 2)} ${formatCoordinate(-inner.height * 0.2)}L${formatCoordinate(-inner.width * 0.2)} ${formatCoordinate(-inner.height / 2)}H${formatCoordinate(-inner.width / 2)}ZM${formatCoordinate(inner.width / 2)} ${formatCoordinate(inner.height * 0.1)}L${formatCoordinate(inner.width * 0.12)} ${formatCoordinate(inner.height / 2)}H${formatCoordinate(inner.width / 2)}Z`}
        fill="#e6d3b8"
      />
      <path d={box(outer.width - 1.4, outer.height - 1.4, 2)} fill="none" stroke="#c9a050" strokeWidth="0.7" />
    </g>
  )
}

function Ribbon({ width, height, outlines }: Wrapped) {
  const x = -width * 0.27
  const [top, bottom] = span(outlines, x)
  return (
    <g transform={`translate(${formatCoordinate(x)} 0)`}>
      <path
        d={`M-6.4 ${formatCoordinate(top + 1.5)}H8V${formatCoordinate(bottom + 1.5)}H-5Z`}
        fill="#1b0e0b"
        opacity="0.3"
      />
      <path d={`M-6 ${formatCoordinate(top)}H6V${formatCoordinate(bottom)}H-6Z`} fill="#8a2140" />
      <path d={`M-6 ${formatCoordinate(top)}H-2.4V${formatCoordinate(bottom)}H-6Z`} fill="#b23a55" />
      <path d={`M4.6 ${formatCoordinate(top)}H6V${formatCoordinate(bottom)}H4.6Z`} fill="#6a1530" />
      <g transform={`translate(0 ${formatCoordinate(-height * 0.16)})`}>
        <path
          d="M2 3 14 25 20.500 21 22.500 28 5.500 29.500 -2 5ZM-2 3-13 24-19.500 20.500-22 27.500-6 29 2 5Z"
          fill="#1b0e0b"
          opacity="0.25"
        />
        <path d="M1 1 8 26 13 21 18.500 23.500 6 0Z" fill="#7a1b38" />
        <path d="M-1 1-8 25-13 20.500-18.500 22.500-6 0Z" fill="#99294a" />
        <path d="M0-1 11-14.500 24-13 27-3.500 21 6 8 6.500Z" fill="#8a2140" />
        <path d="M0-1 11-14.500 24-13 13-4Z" fill="#c4566f" />
        <path d="M8 0 20-4.500 21 1 14 4Z" fill="#5c1029" />
        <path d="M0-1-11-14.500-24-13-27-3.500-21 6-8 6.500Z" fill="#a12c4c" />
        <path d="M0-1-11-14.500-24-13-13-4Z" fill="#d0667e" />
        <path d="M-8 0-20-4.500-21 1-14 4Z" fill="#6a1530" />
        <path d="M-4.500-5 4-5 5.500 0 4 5-4.500 5-6 0Z" fill="#8a2140" />
        <path d="M-4.500-5 4-5 1.500-1-3.500 0Z" fill="#d0667e" />
      </g>
    </g>
  )
}

/** Where a vertical ribbon at `x` begins and ends. */
function span(outlines: Wrapped['outlines'], x: number): [number, number] {
  const crossings = outlines.flatMap((outline) =>
    outline.flatMap(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length] ?? [ax, ay]
      return ax > x === bx > x ? [] : [ay + ((x - ax) / (bx - ax)) * (by - ay)]
    }),
  )
  return [Math.min(...crossings) - 2, Math.max(...crossings) + 2]
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
      <Shadow d={box(w, h, 7)} depth={1.2} />
      <path d={box(w, h, 7)} fill="#2f4f4a" />
      <path d={box(w - 2, h - 2, 6)} fill="#3f655e" />
      <path d={box(w - 5, h - 5, 5)} fill="none" stroke="#e3c888" strokeWidth="0.8" />
      <path d={box(w - 8, h - 8, 4)} fill="none" stroke="#e3c888" strokeWidth="0.35" />
      <path d={corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1)} fill="#c9a050" />
      <path d={box(w - 18, h - 18, 9)} fill="#263f3b" />
      <path d={box(w - 20, h - 20, 8)} fill="#efe2c6" />
      <path d={box(w - 24, h - 24, 7)} fill="none" stroke="#b99b63" strokeWidth="0.35" strokeDasharray="1 1.6" />
    </g>
  )
}

function Seal({ width, height }: Size) {
  const rim = regularPolygon(14, 11, 0.5)
  return (
    <g transform={`translate(${formatCoordinate(width / 2 + 6)} ${formatCoordinate(height / 2 + 3)})`}>
      <path d={toSvgPath(rim)} fill="#1b0e0b" opacity="0.35" transform="translate(1 1.6)" />
      <path d={toSvgPath(rim)} fill="#74182f" />
      <path d={toSvgPath(scalePoints(rim, 0.86))} fill="#9a2743" />
      <path d={toSvgPath(scalePoints(rim.slice(8, 13), 0.86))} fill="#c4566f" />
      <path d={toSvgPath(scalePoints(rim, 0.66))} fill="#7d1c36" />
      <path d="M0-5.500 5.500 0 0 5.500-5.500 0Z" fill="#a8324f" />
      <path d="M0-5.500 5.500 0H-5.500Z" fill="#cf6a80" />
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
      <Shadow d={box(w, h)} depth={0.8} />
      <path d={box(w, h)} fill="#c49a6a" />
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

function Twine({ width, height }: Size) {
  const [w, h] = [width / 2 + 14, height / 2 + 13]
  const [x, y] = [-width * 0.26, height * 0.22]
  const cross = `M${formatCoordinate(x)} ${formatCoordinate(-h)}L${formatCoordinate(x + 2)} ${formatCoordinate(h)}M${formatCoordinate(-w)} ${formatCoordinate(y)}L${formatCoordinate(w)} ${formatCoordinate(y - 2)}`
  return (
    <g fill="none" strokeLinecap="round">
      <path d={cross} stroke="#1b0e0b" strokeWidth="2" opacity="0.3" transform="translate(0.7 1)" />
      <path d={cross} stroke="#8a6a43" strokeWidth="1.7" />
      <path d={cross} stroke="#e2c79c" strokeWidth="1" strokeDasharray="1.3 1.1" />
      <g transform={`translate(${formatCoordinate(x + 1)} ${formatCoordinate(y - 0.5)})`}>
        <g stroke="none">
          <path d="M0 0 9-15 21-19 18-7 4 1Z" fill="#4f7045" />
          <path d="M0 0 9-15 21-19Z" fill="#7c9c68" />
          <path d="M0 0 17-1 27 6 17 11 2 3Z" fill="#42603a" />
          <path d="M0 0 17-1 27 6Z" fill="#6b8b58" />
        </g>
        <path d="M0 0C-12-13-19-3-1 0M0 0C-3 15-14 13-1 1M0 1l-9 12" stroke="#e2c79c" strokeWidth="1.2" />
      </g>
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
      <Shadow d={box(w, h, 7)} depth={1.5} />
      <path d={box(w, h, 7)} fill="#150a08" />
      <path d={corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1)} fill="#d8b566" />
      <path d={box(w - 5, h - 5, 6)} fill="none" stroke="#e3c888" strokeWidth="0.7" />
      <Walls
        outer={{ width: w - 12, height: h - 12 }}
        inner={{ width: w - 18, height: h - 18 }}
        colors={['#2b0813', '#5c1a2e', '#7a2740', '#43101f']}
      />
      <path d={box(w - 18, h - 18)} fill="#5a172b" />
      <path d={toSvgPath(scalePoints(chamferedRectangle(w - 18, h - 18, (h - 18) / 2.4), 0.98))} fill="#681d34" />
    </g>
  )
}

function Film({ width, height }: Size) {
  const [w, h] = [width / 2 + 17, height / 2 + 9]
  const zigzag = (side: 1 | -1) =>
    Array.from({ length: Math.round(h / 2) + 1 }, (_, i): Point => [side * (w + (i % 2 ? 1.6 : 0)), -h + i * 4])
  const sheet = [...zigzag(1), ...zigzag(-1).toReversed()]
  const glint = (x: number, breadth: number) =>
    toSvgPath([
      [x, -h],
      [x + breadth, -h],
      [x + breadth - h * 0.9, h],
      [x - h * 0.9, h],
    ])
  return (
    <g>
      <path
        d={toSvgPath(sheet)}
        fill="#ffffff"
        fillOpacity="0.13"
        stroke="#ffffff"
        strokeOpacity="0.85"
        strokeWidth="0.5"
      />
      <path d={glint(-w * 0.42, 9) + glint(-w * 0.24, 3) + glint(w * 0.62, 14)} fill="#ffffff" fillOpacity="0.17" />
      <path
        d={[-1, 1]
          .map((side) =>
            [5, 7, 9]
              .map((dx) => `M${formatCoordinate(side * (w - dx))} ${formatCoordinate(-h)}V${formatCoordinate(h)}`)
              .join(''),
          )
          .join('')}
        stroke="#6b5648"
        strokeOpacity="0.25"
        strokeWidth="0.4"
      />
      <g transform={`translate(${formatCoordinate(w - 20)} ${formatCoordinate(h - 14)})`}>
        <path d={box(22, 14, 3)} fill="#fbf7f0" />
        <path d="M0-4.500 4.500 0 0 4.500-4.500 0Z" fill="#b58d42" />
        <path d="M0-4.500 4.500 0H-4.500Z" fill="#e3c888" />
      </g>
    </g>
  )
}
