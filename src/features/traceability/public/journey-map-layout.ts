import type { Coordinates, Stage } from '#src/features/traceability/traceability.contract.ts'

export type MapBox = {
  width: number
  height: number
  /** Room for the names, left and right, above and below. */
  margin: [number, number]
}

export type MapStation = {
  x: number
  y: number
  name: string
  isReached: boolean
}
export type MapLeg = { path: string; isDone: boolean }

type Spot = { at: Coordinates; name: string; isReached: boolean }

/** Stages closer than this share of the whole distance become one station. */
const SAME_PLACE = 0.05
const BOW = 0.18

/** Lays the journey out inside the box: stations in order and the legs between them. */
export function layoutJourney(
  stages: readonly Pick<Stage, 'location' | 'coordinates' | 'status'>[],
  box: MapBox,
): { stations: MapStation[]; legs: MapLeg[] } {
  const spots = mergeNeighbours(withoutDateLine(stages.map(toSpot)))
  const place = projection(spots, box)
  const stations = spots.map(({ at, name, isReached }) => ({ ...place(at), name, isReached }))
  const legs = stations.slice(1).flatMap((to, i) => {
    const from = stations[i]
    return from ? [{ path: bow(from, to), isDone: to.isReached }] : []
  })
  return { stations, legs }
}

function toSpot({ location, coordinates, status }: Pick<Stage, 'location' | 'coordinates' | 'status'>): Spot {
  return { at: coordinates, name: location.split(',')[0] ?? location, isReached: status === 'completed' }
}

/** Handles the date line: Fiji to Samoa is a short step east. */
function withoutDateLine(spots: Spot[]): Spot[] {
  let before = spots[0]?.at[0] ?? 0
  return spots.map((spot) => {
    const longitude = spot.at[0] + 360 * Math.round((before - spot.at[0]) / 360)
    before = longitude
    return { ...spot, at: [longitude, spot.at[1]] }
  })
}

function mergeNeighbours(spots: Spot[]): Spot[] {
  const near = SAME_PLACE * Math.max(...spanOf(spots))
  const merged: Spot[] = []
  for (const spot of spots) {
    const last = merged.at(-1)
    if (!last || Math.hypot(spot.at[0] - last.at[0], spot.at[1] - last.at[1]) > near) merged.push({ ...spot })
    else last.isReached ||= spot.isReached
  }
  return merged
}

function spanOf(spots: readonly Spot[]): [number, number] {
  const [longitudes, latitudes] = [spots.map(({ at }) => at[0]), spots.map(({ at }) => at[1])]
  return [Math.max(...longitudes) - Math.min(...longitudes), Math.max(...latitudes) - Math.min(...latitudes)]
}

function projection(spots: readonly Spot[], { width, height, margin: [side, edge] }: MapBox) {
  const west = Math.min(...spots.map(({ at }) => at[0]))
  const south = Math.min(...spots.map(({ at }) => at[1]))
  const [wide, high] = spanOf(spots)
  const scale = Math.min((width - 2 * side) / (wide || 1), (height - 2 * edge) / (high || 1))
  return ([longitude, latitude]: Coordinates) => ({
    x: round(width / 2 + (longitude - west - wide / 2) * scale),
    y: round(height / 2 - (latitude - south - high / 2) * scale),
  })
}

function bow(from: MapStation, to: MapStation): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [x, y] = [round((from.x + to.x) / 2 + dy * BOW), round((from.y + to.y) / 2 - dx * BOW)]
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
