import type { Stage } from '#src/features/traceability/traceability.contract.ts'
import { layoutJourney, type MapBox, type MapStation } from './journey-map-layout.ts'

const BOX: MapBox = { width: 360, height: 260, margin: [80, 52] }
const FAR = 900
const LATTICE = Array.from({ length: 41 }, (_, i) => (i - 20) * 52)

export function JourneyMap({ stages }: { stages: readonly Stage[] }) {
  const { stations, legs } = layoutJourney(stages, BOX)
  return (
    <figure className="cut h-65 bg-cocoa-950 cut-18 sm:h-80">
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        role="img"
        aria-label={`The journey of this batch: ${stations.map(({ name }) => name).join(', ')}`}
        className="size-full overflow-visible"
      >
        <g className="stroke-line-dark" strokeWidth="0.6">
          {LATTICE.map((at) => (
            <g key={at}>
              <line x1={at} y1={-FAR} x2={at} y2={FAR} />
              <line x1={-FAR} y1={at} x2={FAR} y2={at} />
            </g>
          ))}
        </g>
        {legs.map(({ path, isDone }) => (
          <path
            key={path}
            d={path}
            fill="none"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeDasharray={isDone ? undefined : '0.1 5'}
            className="stroke-gold-300"
          />
        ))}
        {stations.map((station, i) => (
          <g key={`${station.x} ${station.y}`}>
            <Mark station={station} />
            <text {...namePlace(stations, i)} fontSize="12.5" className="fill-on-dark">
              {station.name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Mark({ station: { x, y, isReached } }: { station: MapStation }) {
  return (
    <rect
      x={x - 4.5}
      y={y - 4.5}
      width={9}
      height={9}
      transform={`rotate(45 ${x} ${y})`}
      strokeWidth="1.5"
      className={`stroke-gold-300 ${isReached ? 'fill-gold-300' : 'fill-cocoa-950'}`}
    />
  )
}

/** The first label is below its station, the last on the side away from the path, all others above. */
function namePlace(stations: readonly MapStation[], i: number) {
  const [before, at] = [stations[i - 1], stations[i]]
  const { x, y } = at ?? { x: 0, y: 0 }
  if (!before) return { x, y: y + 26, textAnchor: 'middle' as const }
  if (i < stations.length - 1) return { x, y: y - 16, textAnchor: 'middle' as const }
  return before.x <= x
    ? { x: x + 14, y: y + 4, textAnchor: 'start' as const }
    : { x: x - 14, y: y + 4, textAnchor: 'end' as const }
}
