import type { Ingredient } from '#src/features/custom-orders/custom-order-options.ts'
import { type Point, points, regularPolygon, scalePoints } from './geometry.ts'

/** One colour of a piece: polygons around its centre, in millimetres. */
export type ToppingLayer = { color: string; polygons: readonly (readonly Point[])[] }

const layer = (color: string, ...polygons: (readonly Point[])[]): ToppingLayer => ({ color, polygons })
const at = (outline: readonly Point[], dx: number, dy: number): Point[] => outline.map(([x, y]) => [x + dx, y + dy])

const ALMOND = points('-4.8,0 -2.6,-2.2 0.6,-2.7 3.4,-1.8 4.8,0 3.4,1.8 0.6,2.7 -2.6,2.2')
const upperHalf = (outline: readonly Point[]): Point[] => outline.filter(([, y]) => y <= 0)
const PETAL = points('0,4.4 -3.4,1.8 -4.2,-1.4 -2,-3.6 0,-2.9 2,-3.6 4.2,-1.4 3.4,1.8')
const CRYSTAL = points('-0.9,-0.9 0.9,-0.9 0.9,0.9 -0.9,0.9')
const FLAKE = points('-2.8,-0.6 -1,-2.4 1.4,-1.8 2.9,0.2 1.2,2.3 -1.6,1.7')
const BUD = points('0,-1.5 1,0 0,1.5 -1,0')
const BUDS = points('-3.6,-0.9 -2.1,0.9 -0.9,-0.9 0.6,0.8 -4.8,0.2')
const CRUMB = points('-2.6,-1.6 0.2,-2.6 2.9,-0.8 2.1,2 -0.8,2.6 -3,0.9')

/** Darkest layer first. */
export const TOPPING_SHAPES: Readonly<Record<Ingredient, readonly ToppingLayer[]>> = {
  nuts: [
    layer('#b9854c', ALMOND),
    layer('#dcb27a', upperHalf(ALMOND)),
    layer('#f3dcb2', points('-2.2,-1.7 0.6,-2.2 2.2,-1.3 -0.4,-0.7')),
  ],
  'dried-fruits': [
    layer('#b4531a', CRUMB),
    layer('#e0862f', points('-2.6,-1.6 0.2,-2.6 2.9,-0.8 0.2,0.4 -3,0.9')),
    layer('#f6b765', points('-2.2,-1.3 0.1,-2.1 0.2,-0.4')),
  ],
  coconut: [
    layer('#dccdb2', points('-5,1.2 -2.4,-0.7 1,-1.1 4.8,0.4 1.4,0.7 -2,1.3')),
    layer('#fffaf0', points('-5,1.2 -2.4,-0.7 1,-1.1 4.8,0.4 1,-0.1 -2.2,0.4')),
  ],
  'sea-salt': [
    layer('#cfd6da', CRYSTAL, at(CRYSTAL, 2.6, 1.2), at(CRYSTAL, -1.9, 2.2)),
    layer(
      '#ffffff',
      scaledAt(CRYSTAL, 0.72, [-0.2, -0.2]),
      scaledAt(CRYSTAL, 0.72, [2.4, 1]),
      scaledAt(CRYSTAL, 0.72, [-2.1, 2]),
    ),
  ],
  vanilla: [
    layer('#b98f5e', points('-7.5,1 -3,-0.9 2.4,-1 7.6,1.2 2.2,0.7 -3,0.8')),
    layer('#39210f', points('-7.2,1.1 -3,-0.2 2.4,-0.3 7.4,1.3 2.2,0.8 -3,0.9')),
  ],
  cinnamon: [
    layer('#6d3717', points('-5.4,-1.7 5.4,-1.7 5.4,1.7 -5.4,1.7')),
    layer('#b4713b', points('-5.4,-1.7 5.4,-1.7 5.4,-0.2 -5.4,-0.2'), points('-5.4,0.4 5.4,0.4 5.4,1.2 -5.4,1.2')),
    layer('#dca066', points('-5.4,-1.4 5.4,-1.4 5.4,-0.9 -5.4,-0.9')),
  ],
  chili: [
    layer('#a31d16', points('-5.6,1.4 -2.4,-0.4 1.6,-1.6 4,-1.2 4.1,0.6 1.2,1.2 -2,1.5')),
    layer('#e8543c', points('-4.4,0.9 -2.2,-0.2 1.6,-1.4 3.8,-1 1.2,-0.3 -2,0.5')),
    layer('#6f9348', points('4,-1.2 6.4,-1.5 6.5,-0.9 4.1,0.6')),
  ],
  rose: [
    layer('#b44a68', PETAL),
    layer('#df7f97', scaledAt(PETAL, 0.86, [-0.4, -0.4])),
    layer('#f6bcc8', points('-0.4,2.6 -3,0.4 -2.4,-2.4 -0.4,-1.6')),
  ],
  'gold-flakes': [
    layer('#a67a1f', FLAKE),
    layer('#e4b748', points('-2.8,-0.6 -1,-2.4 1.4,-1.8 2.9,0.2 0.2,0.3')),
    layer('#fff0b8', points('-1,-2.4 1.4,-1.8 0.2,0.3')),
  ],
  lavender: [
    layer('#7c8b57', points('-4,-0.2 6,-0.3 6,0.2 -4,0.2')),
    layer('#7d66b4', ...BUDS.map(([x, y]) => at(BUD, x, y))),
    layer('#bba8e6', ...BUDS.map(([x, y]) => scaledAt(BUD, 0.55, [x - 0.2, y - 0.4]))),
  ],
  cardamom: [
    layer('#6b7b3c', scaledAt(ALMOND, 0.95, [0, 0])),
    layer('#a3b369', upperHalf(scalePoints(ALMOND, 0.95))),
    layer('#d3dfa4', points('-3.4,-0.9 0,-1.9 3.2,-0.9 0,-1.2')),
  ],
  honeycomb: [
    layer('#b26c10', regularPolygon(6, 3.9)),
    layer('#eab03c', scaledAt(regularPolygon(6, 3.9), 0.9, [-0.3, -0.3])),
    layer('#b26c10', ...[0, 2, 4].map((i) => at(regularPolygon(6, 1.05), ...(regularPolygon(6, 1.95)[i] ?? [0, 0])))),
    layer('#ffe08c', points('-3.4,-1.6 -0.3,-3.7 -0.2,-2.9 -2.7,-1.3')),
  ],
}

function scaledAt(outline: readonly Point[], factor: number, [dx, dy]: Point): Point[] {
  return at(scalePoints(outline, factor), dx, dy)
}
