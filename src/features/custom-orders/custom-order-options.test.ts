import { describe, expect, it } from 'vitest'
import {
  CONCENTRATION,
  describeStrength,
  FLAVOR_NAMES,
  FLAVORS,
  INGREDIENT_NAMES,
  INGREDIENTS,
  MELT_CLASS_OF_SHAPE,
  OCCASIONS,
  PACKAGINGS,
  SHAPES,
  STRENGTH_PRESETS,
} from './custom-order-options.ts'

describe('the options of the builder', () => {
  it('are ten flavors by their names', () => {
    expect(FLAVORS.map((flavor) => [flavor, FLAVOR_NAMES[flavor]])).toEqual([
      ['dark', 'Dark'],
      ['milk', 'Milk'],
      ['white', 'White'],
      ['ruby', 'Ruby'],
      ['caramel', 'Caramel Fusion'],
      ['hazelnut', 'Hazelnut Praline'],
      ['orange', 'Orange Zest'],
      ['mint', 'Fresh Mint'],
      ['strawberry', 'Strawberry Dream'],
      ['coffee', 'Espresso Blend'],
    ])
  })

  it('are twelve ingredients, eight occasions, eight shapes and seven packagings', () => {
    expect(INGREDIENTS.join(' ')).toBe(
      'nuts dried-fruits coconut sea-salt vanilla cinnamon chili rose gold-flakes lavender cardamom honeycomb',
    )
    expect(new Set(Object.values(INGREDIENT_NAMES)).size).toBe(12)
    expect(OCCASIONS.join(' ')).toBe('birthday anniversary wedding celebration gift romantic festive everyday')
    expect(SHAPES.join(' ')).toBe('bar heart flower custom-mold truffle square star letter')
    expect(PACKAGINGS.join(' ')).toBe('simple gift-box ribbon vintage eco luxury transparent')
  })

  it('let the strength go from 30 to 95 in steps of 1, starting at 70', () => {
    expect(CONCENTRATION).toEqual({ min: 30, max: 95, step: 1, default: 70 })
  })
})

it('bars melt last, truffles first', () => {
  expect(SHAPES.map((shape) => `${shape} ${MELT_CLASS_OF_SHAPE[shape]}`)).toEqual([
    'bar bar',
    'heart bonbon',
    'flower bonbon',
    'custom-mold bonbon',
    'truffle truffle',
    'square bonbon',
    'star bonbon',
    'letter bonbon',
  ])
})

describe('the strength of a chocolate', () => {
  it.each([
    [30, 'Mild'],
    [40, 'Mild'],
    [41, 'Balanced'],
    [60, 'Balanced'],
    [61, 'Rich'],
    [70, 'Rich'],
    [80, 'Rich'],
    [81, 'Intense'],
    [95, 'Intense'],
  ])('at %i percent is called %s', (concentration, label) => {
    expect(describeStrength(concentration).label).toBe(label)
  })

  it('is creamy and mild up to 40 percent', () => {
    expect(describeStrength(40).taste).toBe('creamy and mild')
  })

  it('has four presets that are called what they are', () => {
    expect(STRENGTH_PRESETS.map(({ concentration, label }) => `${concentration} ${label}`)).toEqual([
      '35 Mild',
      '50 Balanced',
      '70 Rich',
      '85 Intense',
    ])
    for (const { concentration, label } of STRENGTH_PRESETS) expect(describeStrength(concentration).label).toBe(label)
  })
})
