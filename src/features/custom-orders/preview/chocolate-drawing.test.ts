import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  FLAVORS,
  INGREDIENTS,
  PACKAGINGS,
  SHAPE_SIZES,
  SHAPES,
} from '#src/features/custom-orders/custom-order-options.ts'
import { chocolateColor } from './chocolate-colors.ts'
import { ChocolateDrawing, type PreviewComposition } from './chocolate-drawing.tsx'
import { buildChocolateShape } from './chocolate-shapes.ts'
import { facetBrightness } from './geometry.ts'
import { placeToppings, toppingLayers } from './toppings.ts'

const everything: PreviewComposition = {
  flavor: 'dark',
  concentration: 70,
  ingredients: INGREDIENTS,
  shape: 'bar',
  packaging: 'gift-box',
  name: 'Noor',
}
const drawn = (change: Partial<PreviewComposition> = {}) =>
  renderToStaticMarkup(createElement(ChocolateDrawing, { composition: { ...everything, ...change } }))

describe('the drawing of a chocolate', () => {
  it('has a text alternative', () => {
    expect(drawn({ ingredients: ['rose', 'gold-flakes'] })).toContain(
      'aria-label="Drawing: Dark chocolate, 70 %, as Bar, with Rose, Gold Flakes, in Gift Box packaging"',
    )
    expect(drawn({ flavor: '', shape: '', packaging: '', ingredients: [] })).toContain(
      'aria-label="Drawing: Plan of a chocolate"',
    )
  })

  it('is the same for the same composition, and different for every choice', () => {
    expect(drawn()).toBe(drawn())
    const others = [
      ...FLAVORS.map((flavor) => drawn({ flavor })),
      ...SHAPES.map((shape) => drawn({ shape })),
      ...PACKAGINGS.map((packaging) => drawn({ packaging })),
      ...INGREDIENTS.map((id) => drawn({ ingredients: [id] })),
      drawn({ concentration: 71 }),
      drawn({ shape: 'letter', name: 'Asha' }),
    ]
    // Every combination contains 'dark', 'bar' and 'gift-box'.
    expect(new Set(others).size).toBe(others.length - 2)
  })

  it('is light enough for slow phones: few elements, no filters', () => {
    for (const shape of SHAPES)
      for (const packaging of PACKAGINGS) {
        const markup = drawn({ shape, packaging })
        expect(markup.match(/<[a-z]/gi)?.length).toBeLessThan(160)
        expect(markup).not.toMatch(/filter|mask|<image|NaN|undefined/)
      }
  })

  it('writes a name as text only', () => {
    expect(drawn({ shape: 'letter', name: '<script>' })).toContain('>&lt;</text>')
  })
})

describe('a shape', () => {
  it.each(SHAPES)('%s has its stated size, to three millimetres', (shape) => {
    const points = buildChocolateShape(shape).outlines.flat()
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const { width, height } = SHAPE_SIZES[shape]
    expect(Math.abs(Math.max(...xs) - Math.min(...xs) - width)).toBeLessThanOrEqual(3)
    expect(Math.abs(Math.max(...ys) - Math.min(...ys) - height)).toBeLessThanOrEqual(3)
  })

  it.each(SHAPES)('%s has facets that face the lamp and some that face away', (shape) => {
    const lights = buildChocolateShape(shape).facets.map(facetBrightness)
    expect(Math.max(...lights)).toBeGreaterThan(0.2)
    expect(Math.min(...lights)).toBeLessThan(-0.1)
  })
})

describe('couverture', () => {
  const brightness = (color: readonly number[]) => color.reduce((sum, part) => sum + part, 0)

  it.each(FLAVORS)('of %s is darker the stronger it is', (flavor) => {
    for (let percent = 31; percent <= 95; percent += 1)
      expect(brightness(chocolateColor(flavor, percent))).toBeLessThan(brightness(chocolateColor(flavor, percent - 1)))
  })
})

describe('the toppings', () => {
  it.each(SHAPES)('lie on the %s, each ingredient in its own places', (shape) => {
    const places = INGREDIENTS.flatMap((id) => placeToppings(shape, id))
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(places.length)
    const { width, height } = SHAPE_SIZES[shape]
    for (const { x, y } of places) {
      expect(Math.abs(x)).toBeLessThan(width / 2)
      expect(Math.abs(y)).toBeLessThan(height / 2 + 2)
    }
    for (const id of INGREDIENTS) expect(placeToppings(shape, id).length).toBeGreaterThanOrEqual(6)
  })

  it('leave the letter readable', () => {
    for (const { x, y } of INGREDIENTS.flatMap((id) => placeToppings('letter', id)))
      expect(Math.abs(x) < 24 && Math.abs(y) < 27).toBe(false)
  })

  it('look different for each ingredient', () => {
    expect(new Set(INGREDIENTS.map((id) => JSON.stringify(toppingLayers(id)))).size).toBe(INGREDIENTS.length)
  })
})
