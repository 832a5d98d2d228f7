/** Millimetres: right, down, towards the viewer. */
export type Vertex3D = readonly [x: number, y: number, z: number]
export type Point = readonly [x: number, y: number]
export type Facet3D = readonly Vertex3D[]

/** Reads corners as in the `points` of an SVG polygon: '0,-2 3,1'; in space as '0,-2,5 3,1,5'. */
export const readPoints = <P extends Point | Vertex3D = Point>(text: string): P[] =>
  // Safe cast: the asset has two or three numbers a corner, as its reader asks for.
  text.split(' ').map((corner) => corner.split(',').map(Number) as unknown as P)

export function scalePoints(ring: readonly Point[], factor: number, [cx, cy]: Point = [0, 0]): Point[] {
  return ring.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor])
}

/** `turn` rotates the first corner away from the top, in corners. */
export function regularPolygon(corners: number, radius: number, turn: number): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + turn) / corners) * 2 * Math.PI
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius]
  })
}

export function toBoxPath(width: number, height: number, cut = 0): string {
  return toSvgPath(chamferedRectangle(width, height, cut))
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

export function toSvgPath(ring: readonly (Point | Vertex3D)[]): string {
  return `M${ring.map(([x, y]) => `${formatCoordinate(x)} ${formatCoordinate(y)}`).join('L')}Z`
}

export function formatCoordinate(length: number): string {
  return String(Math.round(length * 100) / 100)
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

function normalOf(facet: Facet3D): Vertex3D {
  // Newell's method: works for any number of corners, even when they are not quite in one plane.
  let [x, y, z] = [0, 0, 0]
  facet.forEach(([ax, ay, az], i) => {
    const [bx, by, bz] = elementAt(facet, i + 1)
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

/** Goes round: after the last corner comes the first. */
export function elementAt<T>(ring: readonly T[], index: number): T {
  const found = ring.at(index % ring.length)
  if (found === undefined) throw new Error('A ring has no corners')
  return found
}
