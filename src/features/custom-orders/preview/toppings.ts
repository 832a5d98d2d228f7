import { INGREDIENTS, type Ingredient, type Shape } from '#src/features/custom-orders/custom-order-options.ts'
import art from './chocolate-art.json' with { type: 'json' }
import { buildChocolateShape } from './chocolate-shapes.ts'
import { type Point, readPoints, regularPolygon, scalePoints } from './geometry.ts'

type ToppingLayer = { color: string; polygons: Point[][] }

export const toppingLayers = (ingredient: Ingredient): ToppingLayer[] =>
  art.toppings[ingredient].map(({ color, polygons }) => ({ color, polygons: polygons.map(readPolygon) }))

const OUTLINES: Readonly<Record<string, string>> = art.outlines

/** Corners, or a known outline with its scale and place, or a regular polygon with corners, radius and place. */
function readPolygon(text: string): Point[] {
  const [form = '', ...measures] = text.split(' ')
  if (form === 'polygon') {
    const [corners = 0, radius = 0, dx = 0, dy = 0] = measures.map(Number)
    return regularPolygon(corners, radius, 0).map(([x, y]) => [x + dx, y + dy])
  }
  const [scale = 1, dx = 0, dy = 0] = measures.map(Number)
  const outline = OUTLINES[form]
  return outline === undefined
    ? readPoints(text)
    : readPoints(outline).map(([x, y]) => [x * scale + dx, y * scale + dy])
}

export type ToppingPlacement = { x: number; y: number; turn: number; size: number }

const PIECES_EACH = 8
const CANDIDATES = 32
const SEED = 1_687

/** Deterministic and separate for each ingredient, so that adding one moves none of the others. */
export function placeToppings(shape: Shape, ingredient: Ingredient): ToppingPlacement[] {
  const mine = INGREDIENTS.indexOf(ingredient)
  return placesOn(shape).filter((_, i) => i % INGREDIENTS.length === mine)
}

const SCATTERED = new Map<Shape, ToppingPlacement[]>()

function placesOn(shape: Shape): ToppingPlacement[] {
  const known = SCATTERED.get(shape)
  if (known) return known
  const places = scatter(shape)
  SCATTERED.set(shape, places)
  return places
}

/** Mitchell's best-candidate sampling. */
function scatter(shape: Shape): ToppingPlacement[] {
  const random = seeded(SEED)
  const areas = buildChocolateShape(shape).outlines.map((outline) => scalePoints(outline, 0.84, middleOf(outline)))
  const places: ToppingPlacement[] = []
  for (let i = 0; i < INGREDIENTS.length * PIECES_EACH; i += 1) {
    // Shifted each round; otherwise an ingredient would be on one of four truffles only.
    const area = areas[(i + Math.floor(i / INGREDIENTS.length)) % areas.length] ?? []
    let best: Point | undefined
    let bestRoom = -1
    for (let tries = 0; tries < CANDIDATES; tries += 1) {
      const candidate = throwInto(area, shape, random)
      const room = freeDistance(candidate, places, i)
      if (room > bestRoom) [best, bestRoom] = [candidate, room]
    }
    if (best) places.push({ x: best[0], y: best[1], turn: random() * 2 * Math.PI, size: 1 + random() * 0.45 })
  }
  return places
}

function freeDistance([x, y]: Point, places: readonly ToppingPlacement[], index: number): number {
  let room = Number.POSITIVE_INFINITY
  places.forEach((place, i) => {
    const distance = Math.hypot(place.x - x, place.y - y)
    room = Math.min(room, (index - i) % INGREDIENTS.length === 0 ? distance / 3 : distance)
  })
  return room
}

function throwInto(area: readonly Point[], shape: Shape, random: () => number): Point {
  const [xs, ys] = [area.map(([x]) => x), area.map(([, y]) => y)]
  const within = (values: number[]) => {
    const low = Math.min(...values)
    return low + random() * (Math.max(...values) - low)
  }
  for (;;) {
    const point: Point = [within(xs), within(ys)]
    if (isInside(point, area) && !isReserved(point, shape)) return point
  }
}

function isReserved([x, y]: Point, shape: Shape): boolean {
  if (shape === 'letter') return Math.abs(x) < 24 && Math.abs(y) < 27
  return shape === 'custom-mold' && Math.hypot(x, y) < 27
}

function isInside([x, y]: Point, polygon: readonly Point[]): boolean {
  return polygon.reduce((inside, [ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [0, 0]
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return crosses ? !inside : inside
  }, false)
}

function middleOf(outline: readonly Point[]): Point {
  const sum = outline.reduce(([sx, sy], [x, y]): Point => [sx + x, sy + y], [0, 0] as Point)
  return [sum[0] / outline.length, sum[1] / outline.length]
}

/** Mulberry32 random numbers: the same in every browser. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
