import type { Shape } from '#src/features/custom-orders/custom-order-options.ts'
import art from './chocolate-art.json' with { type: 'json' }
import {
  chamferedRectangle,
  elementAt,
  type Facet3D,
  facetBrightness,
  type Point,
  readPoints,
  regularPolygon,
  toSvgPath,
  type Vertex3D,
} from './geometry.ts'

export type ChocolateShape = {
  outlines: Point[][]
  outline: string
  facets: Facet3D[]
  /** The facets of one brightness in one path each, the same for every flavor. */
  faces: { light: number; d: string }[]
}

/** Rings above each other, or facets that are turned around the centre; `at` places copies. */
type Piece = { rings: string[]; facets?: string[]; turns?: number; at?: string }

const PIECES: Readonly<Record<Shape | 'gem', Piece[]>> = art.shapes
const BUILT = new Map<string, ChocolateShape>()

export function buildChocolateShape(shape: Shape | 'gem'): ChocolateShape {
  const known = BUILT.get(shape)
  if (known) return known
  const pieces = PIECES[shape]
  const facets = pieces.flatMap((piece) => copies(piece, cutFacets(piece)))
  const outlines = pieces.slice(0, 1).flatMap((base) => copies(base, [readRing(base.rings[0]).corners]))
  const groups = Map.groupBy(facets, (facet) => Math.round(facetBrightness(facet) * 12) / 12)
  const faces = [...groups].map(([light, group]) => ({ light, d: group.map(toSvgPath).join('') }))
  const built = { outlines: outlines.map(flat), outline: outlines.map(toSvgPath).join(''), facets, faces }
  BUILT.set(shape, built)
  return built
}

const flat = (ring: Facet3D): Point[] => ring.map(([x, y]) => [x, y])

const copies = ({ at = '0,0' }: Piece, facets: Facet3D[]): Facet3D[] =>
  readPoints(at).flatMap(([dx, dy]) => facets.map((facet) => facet.map(([x, y, z]): Vertex3D => [x + dx, y + dy, z])))

/** Joins each ring to the one below: by quads from corner to corner, or by triangles half a side further. */
function cutFacets({ rings, facets, turns = 1 }: Piece): Facet3D[] {
  if (facets) {
    const cut = facets.map((facet) => readPoints<Vertex3D>(facet))
    return Array.from({ length: turns }, (_, i) => cut.map((facet) => turned(facet, (i / turns) * 2 * Math.PI))).flat()
  }
  const cut = rings.map(readRing)
  const sides = cut.slice(1).flatMap(({ join, corners: upper }, i) => {
    const { corners: lower } = elementAt(cut, i)
    return lower.flatMap((corner, at): Facet3D[] => {
      const [next, above] = [elementAt(lower, at + 1), elementAt(upper, at)]
      if (join === 'quads') return [[corner, next, elementAt(upper, at + 1), above]]
      return [
        [corner, next, above],
        [elementAt(upper, at - 1), corner, above],
      ]
    })
  })
  return [...sides, elementAt(cut, cut.length - 1).corners]
}

const turned = (facet: Facet3D, angle: number): Facet3D => {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return facet.map(([x, y, z]): Vertex3D => [x * cos - y * sin, x * sin + y * cos, z])
}

/** Reads 'quads 6: 0,-2 3,1': how the ring is joined to the one below, its height, and its corners or its form. */
function readRing(text = ''): { join: string; corners: Facet3D } {
  const [head = '', corners = ''] = text.split(': ')
  const [height = '', join = ''] = head.split(' ').reverse()
  return { join, corners: readCorners(corners).map(([x, y]): Vertex3D => [x, y, Number(height)]) }
}

/** Corners, or 'polygon' with their number, the radius and a turn in corners, or 'box' with its measures and the cut. */
function readCorners(text: string): Point[] {
  const [form, ...measures] = text.split(' ')
  const [a = 0, b = 0, c = 0] = measures.map(Number)
  if (form === 'polygon') return regularPolygon(a, b, c)
  return form === 'box' ? chamferedRectangle(a, b, c) : readPoints(text)
}
