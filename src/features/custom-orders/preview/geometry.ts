/** Millimetres: right, down, towards the viewer. */
export type Vertex3D = readonly [x: number, y: number, z: number]
export type Point = readonly [x: number, y: number]
export type Facet3D = readonly Vertex3D[]

/** Reads corners as in the `points` of an SVG polygon: '0,-2 3,1'. */
export const points = (text: string): Point[] =>
  text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })

export function ringAtHeight(ring: readonly Point[], z: number): Vertex3D[] {
  return ring.map(([x, y]) => [x, y, z])
}

export function scalePoints(ring: readonly Point[], factor: number, [cx, cy]: Point = [0, 0]): Point[] {
  return ring.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor])
}

/** `turn` rotates the first corner away from the top, in corners. */
export function regularPolygon(corners: number, radius: number, turn = 0): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + turn) / corners) * 2 * Math.PI
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius]
  })
}

export function chamferedRectangle(width: number, height: number, cut: number): Point[] {
  const [x, y] = [width / 2, height / 2]
  return [
    [-x + cut, -y],
    [x - cut, -y],
    [x, -y + cut],
    [x, y - cut],
    [x - cut, y],
    [-x + cut, y],
    [-x, y - cut],
    [-x, -y + cut],
  ]
}

export function connectRings(lower: readonly Vertex3D[], upper: readonly Vertex3D[]): Facet3D[] {
  return lower.map((corner, i) => {
    const next = (i + 1) % lower.length
    return [corner, elementAt(lower, next), elementAt(upper, next), elementAt(upper, i)]
  })
}

/** Corner i of the upper ring is above side i of the lower ring. */
export function triangulateRings(lower: readonly Vertex3D[], upper: readonly Vertex3D[]): Facet3D[] {
  return lower.flatMap((corner, i) => {
    const before = (i + lower.length - 1) % lower.length
    return [
      [corner, elementAt(lower, (i + 1) % lower.length), elementAt(upper, i)],
      [elementAt(upper, before), corner, elementAt(upper, i)],
    ]
  })
}

export function edgeMidpoints(ring: readonly Point[]): Point[] {
  return ring.map(([x, y], i) => {
    const [nextX, nextY] = elementAt(ring, (i + 1) % ring.length)
    return [(x + nextX) / 2, (y + nextY) / 2]
  })
}

export function translateFacets(facets: readonly Facet3D[], [dx, dy]: Point): Facet3D[] {
  return facets.map((facet) => facet.map(([x, y, z]) => [x + dx, y + dy, z]))
}

const LAMP: Vertex3D = unit([-0.42, -0.62, 0.66])
/** The half vector between lamp and viewer. */
const MIRROR: Vertex3D = unit([LAMP[0], LAMP[1], LAMP[2] + 1])

/** From -1 (facing away) over 0 (flat) to 1 (reflecting the lamp). */
export function facetBrightness(facet: Facet3D): number {
  const normal = normalOf(facet)
  const share = dot(normal, LAMP)
  const matt = share > LAMP[2] ? ((share - LAMP[2]) / (1 - LAMP[2])) * 0.45 : (share - LAMP[2]) / (LAMP[2] + 0.5)
  const gloss = Math.max(0, dot(normal, MIRROR)) ** 40 * 0.5
  return Math.max(-1, Math.min(1, matt + gloss))
}

export function groupPathsByBrightness(facets: readonly Facet3D[]): { light: number; d: string }[] {
  const groups = Map.groupBy(facets, (facet) => Math.round(facetBrightness(facet) * 12) / 12)
  return [...groups].map(([light, group]) => ({ light, d: group.map(toSvgPath).join('') }))
}

export function toSvgPath(ring: readonly (Point | Vertex3D)[]): string {
  return `M${ring.map(([x, y]) => `${formatCoordinate(x)} ${formatCoordinate(y)}`).join('L')}Z`
}

export function formatCoordinate(length: number): string {
  return String(Math.round(length * 100) / 100)
}

function normalOf(facet: Facet3D): Vertex3D {
  // Newell's method: works for any number of corners, even when they are not quite in one plane.
  let [x, y, z] = [0, 0, 0]
  facet.forEach(([ax, ay, az], i) => {
    const [bx, by, bz] = elementAt(facet, (i + 1) % facet.length)
    x += (ay - by) * (az + bz)
    y += (az - bz) * (ax + bx)
    z += (ax - bx) * (ay + by)
  })
  return unit(z < 0 ? [-x, -y, -z] : [x, y, z])
}

function unit([x, y, z]: Vertex3D): Vertex3D {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

function dot(a: Vertex3D, b: Vertex3D): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Throws for an index that cannot occur. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`No corner ${index} in ${list.length}`)
  return found
}

export const toBoxPath = (width: number, height: number, cut = 0) => toSvgPath(chamferedRectangle(width, height, cut))
