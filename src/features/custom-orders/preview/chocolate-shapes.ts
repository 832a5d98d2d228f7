import { SHAPE_SIZES, type Shape } from '#src/features/custom-orders/custom-order-options.ts'
import {
  chamferedRectangle,
  connectRings,
  edgeMidpoints,
  elementAt,
  type Facet3D,
  groupPathsByBrightness,
  type Point,
  points,
  regularPolygon,
  ringAtHeight,
  scalePoints,
  toSvgPath,
  translateFacets,
  triangulateRings,
  type Vertex3D,
} from './geometry.ts'

type CutShape = { outlines: Point[][]; facets: Facet3D[] }
/** The paths are the same for every flavor. */
export type ChocolateShape = CutShape & { outline: string; faces: ReturnType<typeof groupPathsByBrightness> }

/** The outline from above, centred, with its facets. */
export function buildChocolateShape(shape: Shape): ChocolateShape {
  const known = CUT.get(shape)
  if (known) return known
  const cut = CUTTERS[shape]()
  const whole = { ...cut, outline: cut.outlines.map(toSvgPath).join(''), faces: groupPathsByBrightness(cut.facets) }
  CUT.set(shape, whole)
  return whole
}

const CUT = new Map<Shape, ChocolateShape>()

const CUTTERS: Readonly<Record<Shape, () => CutShape>> = {
  bar: cutBar,
  heart: cutHeart,
  flower: cutFlower,
  'custom-mold': cutMedallion,
  truffle: cutTruffles,
  square: cutSquare,
  star: cutStar,
  letter: cutTile,
}

function cutBar(): CutShape {
  const { width, height } = SHAPE_SIZES.bar
  const outline = chamferedRectangle(width, height, 4)
  const rim = chamferedRectangle(width - 3, height - 3, 3.4)
  const [columns, rows, gap] = [6, 3, 1.1]
  const [w, h] = [(width - 5) / columns, (height - 5) / rows]
  const segment = segmentFacets(w - gap, h - gap)
  const facets: Facet3D[] = [...connectRings(ringAtHeight(outline, 0), ringAtHeight(rim, 3)), ringAtHeight(rim, 3)]
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      facets.push(...translateFacets(segment, [(column - (columns - 1) / 2) * w, (row - (rows - 1) / 2) * h]))
  return { outlines: [outline], facets }
}

function segmentFacets(width: number, height: number): Facet3D[] {
  const [x, y] = [width / 2, height / 2]
  const corners: Point[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]
  const table = scalePoints(edgeMidpoints(corners), 0.56)
  return [...triangulateRings(ringAtHeight(corners, 3), ringAtHeight(table, 8)), ringAtHeight(table, 8)]
}

function cutSquare(): CutShape {
  const { width } = SHAPE_SIZES.square
  const rings = [
    [1, 0],
    [0.9, 5],
    [0.7, 8.2],
    [0.5, 10.2],
    [0.27, 11.3],
  ].map(([share = 1, z = 0]) => ringAtHeight(chamferedRectangle(width * share, width * share, width * share * 0.2), z))
  const facets = rings.slice(1).flatMap((upper, i) => connectRings(elementAt(rings, i), upper))
  return {
    outlines: [chamferedRectangle(width, width, width * 0.2)],
    facets: [...facets, elementAt(rings, rings.length - 1)],
  }
}

function cutHeart(): CutShape {
  const right = points('13,-42 28,-48 43,-42 52,-25 49,-5 36,16 18,36')
  const outline: Point[] = [[0, -30], ...right, [0, 48], ...right.toReversed().map(([x, y]): Point => [-x, y])]
  return stoneFrom(outline, [0, -6])
}

function stoneFrom(outline: Point[], middle: Point): CutShape {
  const rim = scalePoints(outline, 0.9, middle)
  const crown = scalePoints(edgeMidpoints(outline), 0.66, middle)
  const table = scalePoints(edgeMidpoints(crown), 0.66, middle)
  return {
    outlines: [outline],
    facets: [
      ...connectRings(ringAtHeight(outline, 0), ringAtHeight(rim, 6)),
      ...triangulateRings(ringAtHeight(rim, 6), ringAtHeight(crown, 14)),
      ...triangulateRings(ringAtHeight(crown, 14), ringAtHeight(table, 18)),
      ringAtHeight(table, 18),
    ],
  }
}

function cutFlower(): CutShape {
  const petals = 8
  const outline: Point[] = []
  const facets: Facet3D[] = []
  for (let i = 0; i < petals; i += 1) {
    const turn = (angle: number, radius: number): Point => {
      const around = ((i + angle) / petals) * 2 * Math.PI
      return [Math.sin(around) * radius, -Math.cos(around) * radius]
    }
    const up = ([x, y]: Point, z: number): Vertex3D => [x, y, z]
    const [notch, shoulder, tip, other, end] = [
      turn(-0.5, 37),
      turn(-0.32, 48),
      turn(0, 53),
      turn(0.32, 48),
      turn(0.5, 37),
    ]
    outline.push(notch, shoulder, tip, other)
    const ridge = [up(turn(0, 43), 9), up(turn(0, 17), 3)] as const
    facets.push(
      [up(notch, 0), up(shoulder, 0), ridge[0]],
      [up(shoulder, 0), up(tip, 0), ridge[0]],
      [up(tip, 0), up(other, 0), ridge[0]],
      [up(other, 0), up(end, 0), ridge[0]],
      [up(notch, 0), ridge[0], ridge[1], up(turn(-0.5, 17), 0)],
      [ridge[0], up(end, 0), up(turn(0.5, 17), 0), ridge[1]],
    )
  }
  return { outlines: [outline], facets: [...facets, ...dome(17, 8)] }
}

function dome(radius: number, height: number): Facet3D[] {
  const rings = [
    [1, 0],
    [0.86, 0.5],
    [0.58, 0.81],
    [0.26, 0.96],
  ].map(([share = 1, rise = 0], i) => ringAtHeight(regularPolygon(12, radius * share, (i + 1) / 2), height * rise))
  return [
    ...rings.slice(1).flatMap((upper, i) => triangulateRings(elementAt(rings, i), upper)),
    elementAt(rings, rings.length - 1),
  ]
}

function cutTruffles(): CutShape {
  const [apart, radius] = [26.5, 25]
  const places: Point[] = [
    [-apart, -apart],
    [apart, -apart],
    [-apart, apart],
    [apart, apart],
  ]
  return {
    outlines: places.map(([x, y]) => regularPolygon(12, radius, 0.5).map(([px, py]): Point => [px + x, py + y])),
    facets: places.flatMap((place) => translateFacets(dome(radius, 20), place)),
  }
}

function cutStar(): CutShape {
  const corners = (outer: number, inner: number) =>
    regularPolygon(10, 1).map(([x, y], i): Point => [x * (i % 2 ? inner : outer), y * (i % 2 ? inner : outer) + 5])
  const [outline, rim] = [corners(58, 27), corners(50, 23.5)]
  const top: Vertex3D = [0, 5, 15]
  const arms = ringAtHeight(rim, 5).map(
    (corner, i): Facet3D => [corner, elementAt(ringAtHeight(rim, 5), (i + 1) % 10), top],
  )
  return { outlines: [outline], facets: [...connectRings(ringAtHeight(outline, 0), ringAtHeight(rim, 5)), ...arms] }
}

function cutMedallion(): CutShape {
  const outline = regularPolygon(12, 52, 0.5)
  const rim = regularPolygon(12, 47, 0.5)
  const crown = regularPolygon(12, 40, 1)
  const table = regularPolygon(12, 31, 1)
  return {
    outlines: [outline],
    facets: [
      ...connectRings(ringAtHeight(outline, 0), ringAtHeight(rim, 6)),
      ...triangulateRings(ringAtHeight(rim, 6), ringAtHeight(crown, 9)),
      ...connectRings(ringAtHeight(crown, 9), ringAtHeight(table, 7)),
      ringAtHeight(table, 7),
    ],
  }
}

function cutTile(): CutShape {
  const { width, height } = SHAPE_SIZES.letter
  const outline = chamferedRectangle(width, height, 14)
  const rim = chamferedRectangle(width - 9, height - 9, 12)
  const edge = chamferedRectangle(width - 17, height - 17, 10)
  const field = chamferedRectangle(width - 23, height - 23, 9)
  return {
    outlines: [outline],
    facets: [
      ...connectRings(ringAtHeight(outline, 0), ringAtHeight(rim, 6)),
      ...connectRings(ringAtHeight(rim, 6), ringAtHeight(edge, 7)),
      ...connectRings(ringAtHeight(edge, 7), ringAtHeight(field, 4.5)),
      ringAtHeight(field, 4.5),
    ],
  }
}
