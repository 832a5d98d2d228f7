import { formatCoordinate, type Point, regularPolygon, scalePoints, toBoxPath, toSvgPath } from './geometry.ts'

export type Size = { width: number; height: number }
export type Wrapped = Size & { outlines: readonly (readonly Point[])[] }

export function Ribbon({ width, height, outlines }: Wrapped) {
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

export function Seal({ width, height }: Size) {
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

export function Twine({ width, height }: Size) {
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

export function Film({ width, height }: Size) {
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
        <path d={toBoxPath(22, 14, 3)} fill="#fbf7f0" />
        <path d="M0-4.500 4.500 0 0 4.500-4.500 0Z" fill="#b58d42" />
        <path d="M0-4.500 4.500 0H-4.500Z" fill="#e3c888" />
      </g>
    </g>
  )
}
