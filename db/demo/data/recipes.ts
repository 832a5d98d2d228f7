import type { Allergen } from '#src/features/catalog/food/allergens.ts'
import type { DemoCompoundName, DemoIngredientName, Parts } from './food-ingredients.ts'

export type RecipeParts = Parts<DemoIngredientName | DemoCompoundName>

/** `parts` are percentages that sum to 100; an assortment has the same weight of each product (`of`, their SKUs). */
export type DemoRecipe = {
  genericName: string
  line: keyof typeof DEMO_LINES
  grams: number
  pieces?: number
  shelfLifeDays: number
} & ({ parts: RecipeParts; named?: readonly (keyof RecipeParts)[] } | { of: readonly string[] })

const COOL = 'Keep in a cool, dry place between 16 and 20 °C, away from sunlight and strong smells.'
const FRESH = 'Keep between 15 and 18 °C, away from sunlight and strong smells. Eat within 7 days of opening.'

/** The studio makes bars without nuts on equipment that no nut touches. */
export const DEMO_LINES = {
  bars: { traces: ['milk'], storage: COOL },
  nutBars: { traces: ['gluten', 'milk', 'peanut', 'tree-nuts'], storage: COOL },
  filled: { traces: ['gluten', 'milk', 'peanut', 'tree-nuts'], storage: FRESH },
} as const satisfies Record<string, { traces: readonly Allergen[]; storage: string }>

const bar = { line: 'bars', shelfLifeDays: 270 } as const
const nutBar = { line: 'nutBars', shelfLifeDays: 180 } as const
const nineTruffles = { line: 'filled', grams: 108, pieces: 9, shelfLifeDays: 30 } as const
const sixBonbons = { line: 'filled', grams: 72, pieces: 6, shelfLifeDays: 45 } as const
const box = { line: 'filled', shelfLifeDays: 30 } as const

/** By SKU. `named`: the name of the product mentions these, so the label gives their percentage. */
export const DEMO_RECIPES: Readonly<Record<string, DemoRecipe>> = {
  'GC-DRK-01': { ...bar, shelfLifeDays: 365, genericName: 'Dark chocolate', grams: 110, parts: { dark72: 100 } },
  'GC-RBY-03': {
    ...bar,
    genericName: 'Ruby chocolate with rose petals',
    grams: 90,
    parts: { ruby: 98.9, rosePetals: 1, gold: 0.1 },
    named: ['ruby'],
  },
  'GC-TRF-01': {
    ...nineTruffles,
    genericName: 'Dark chocolate truffles',
    parts: { dark64: 58, cream: 26, cocoaPowder: 6.5, glucoseSyrup: 5.5, butter: 4 },
    named: ['cocoaPowder'],
  },
  'GC-BON-01': {
    ...sixBonbons,
    genericName: 'Filled chocolates',
    parts: {
      ...{ dark64: 44, white: 16, cream: 14, caramel: 10, passionFruit: 5, glucoseSyrup: 4.2, sugar: 3, painted: 2 },
      ...{ coffee: 0.6, mint: 0.5, rosePetals: 0.4, vanilla: 0.2, saffron: 0.1 },
    },
  },
  'GC-DRK-02': {
    ...bar,
    shelfLifeDays: 365,
    genericName: 'Dark chocolate with cocoa nibs',
    grams: 110,
    parts: { dark85: 96, cocoaNibs: 3.4, blackTea: 0.6 },
  },
  'GC-MLK-01': {
    ...nutBar,
    genericName: 'Milk chocolate with hazelnuts',
    grams: 110,
    parts: { milk45: 95.5, hazelnuts: 4.5 },
    named: ['milk45'],
  },
  'GC-WHT-01': { ...bar, genericName: 'White chocolate with honey', grams: 110, parts: { white: 97, honey: 3 } },
  'GC-RBY-01': {
    ...bar,
    genericName: 'Ruby chocolate with rose petals',
    grams: 100,
    parts: { ruby: 98.5, rosePetals: 1.5 },
    named: ['ruby', 'rosePetals'],
  },
  'GC-DRK-03': {
    ...bar,
    shelfLifeDays: 365,
    genericName: 'Dark chocolate with sea salt',
    grams: 110,
    parts: { dark64: 99, seaSalt: 1 },
    named: ['seaSalt'],
  },
  'GC-MLK-02': {
    ...nutBar,
    genericName: 'Milk chocolate with hazelnuts',
    grams: 120,
    parts: { milk38: 60, hazelnutPraline: 22, hazelnuts: 18 },
    named: ['hazelnutPraline', 'hazelnuts'],
  },
  'GC-DRK-04': {
    ...bar,
    genericName: 'Dark chocolate with spices',
    grams: 110,
    parts: { dark64: 98.4, cinnamon: 0.7, chili: 0.6, blackPepper: 0.3 },
    named: ['chili', 'cinnamon', 'blackPepper'],
  },
  'GC-DRK-05': {
    ...bar,
    genericName: 'Dark chocolate with candied orange peel',
    grams: 110,
    parts: { dark64: 84, candiedPeel: 16 },
    named: ['candiedPeel'],
  },
  'GC-WHT-02': {
    ...nutBar,
    genericName: 'White chocolate with pistachios and saffron',
    grams: 100,
    parts: { white: 87.9, pistachios: 12, saffron: 0.1 },
    named: ['pistachios', 'saffron'],
  },
  'GC-MLK-03': {
    ...bar,
    genericName: 'Milk chocolate with coconut',
    grams: 110,
    parts: { milk38: 88, coconut: 12 },
    named: ['milk38', 'coconut'],
  },
  'GC-MLK-04': {
    ...bar,
    shelfLifeDays: 120,
    genericName: 'Milk chocolate with honeycomb',
    grams: 120,
    parts: { milk38: 74, honeycomb: 26 },
    named: ['honeycomb'],
  },
  'GC-TRF-02': {
    ...nineTruffles,
    genericName: 'Dark chocolate truffles with cardamom',
    parts: { dark64: 61, cream: 25.7, glucoseSyrup: 6, butter: 4, cocoaPowder: 2.5, cardamom: 0.6, nutmeg: 0.2 },
    named: ['cardamom'],
  },
  'GC-TRF-03': {
    ...nineTruffles,
    genericName: 'Milk chocolate truffles with coffee',
    parts: { milk38: 42, dark64: 24, cream: 22, glucoseSyrup: 5.5, butter: 3.5, coffee: 3 },
    named: ['coffee'],
  },
  'GC-TRF-04': {
    ...nineTruffles,
    genericName: 'White chocolate truffles with raspberry',
    parts: { white: 62, raspberries: 17, cream: 10, glucoseSyrup: 5, butter: 4.8, rosePetals: 1.2 },
    named: ['rosePetals'],
  },
  'GC-TRF-05': {
    ...nineTruffles,
    genericName: 'White chocolate truffles with coconut',
    parts: { white: 60, cream: 17, coconut: 15, glucoseSyrup: 5, butter: 2.7, chamomile: 0.3 },
    named: ['coconut'],
  },
  'GC-BON-02': {
    ...sixBonbons,
    genericName: 'Dark chocolates filled with caramel',
    parts: { dark64: 60, caramel: 39.7, gold: 0.3 },
    named: ['gold'],
  },
  'GC-BON-03': {
    ...sixBonbons,
    shelfLifeDays: 30,
    genericName: 'Dark chocolates filled with mint ganache',
    parts: { dark64: 66, cream: 22, glucoseSyrup: 6, butter: 3.6, paintedGreen: 1.4, mint: 1 },
    named: ['mint'],
  },
  'GC-RBY-02': {
    ...sixBonbons,
    shelfLifeDays: 30,
    genericName: 'Ruby and white chocolates filled with strawberry',
    parts: { ruby: 40, white: 26, strawberries: 18, sugar: 7, glucoseSyrup: 5, butter: 3.8, citricAcid: 0.2 },
    named: ['strawberries'],
  },
  'GC-BON-04': {
    ...sixBonbons,
    genericName: 'Milk chocolates filled with caramel',
    parts: { milk38: 56, caramel: 31, jaggery: 12.8, vanilla: 0.2 },
    named: ['caramel'],
  },
  'GC-BON-05': {
    ...sixBonbons,
    shelfLifeDays: 90,
    genericName: 'Chocolates filled with almond praline',
    parts: { dark64: 34, almondPraline: 32, milk38: 22, candiedPeel: 12 },
    named: ['almondPraline', 'candiedPeel'],
  },
  'GC-WHT-03': {
    ...bar,
    genericName: 'White chocolate with lavender',
    grams: 100,
    pieces: 10,
    parts: { white: 97.2, honey: 2, lavender: 0.5, chamomile: 0.3 },
    named: ['lavender'],
  },
  'GC-GFT-01': {
    ...bar,
    genericName: 'Milk and dark chocolates with spices',
    grams: 144,
    pieces: 12,
    parts: { milk38: 52, dark64: 46.7, cinnamon: 0.9, nutmeg: 0.3, gold: 0.1 },
  },
  'GC-GFT-02': {
    ...box,
    genericName: 'Assorted chocolates',
    grams: 192,
    pieces: 16,
    of: ['GC-BON-01', 'GC-BON-02', 'GC-TRF-01', 'GC-BON-05'],
  },
  'GC-GFT-03': {
    ...box,
    genericName: 'Assorted chocolates',
    grams: 108,
    pieces: 9,
    of: [
      ...['GC-TRF-01', 'GC-TRF-02', 'GC-TRF-03', 'GC-TRF-04', 'GC-TRF-05'],
      ...['GC-BON-02', 'GC-BON-03', 'GC-BON-04', 'GC-RBY-02'],
    ],
  },
  'GC-GFT-04': {
    ...box,
    genericName: 'Assorted chocolates',
    grams: 432,
    pieces: 36,
    of: ['GC-TRF-01', 'GC-TRF-02', 'GC-TRF-03', 'GC-BON-02', 'GC-BON-04', 'GC-BON-05'],
  },
  'GC-GFT-05': {
    ...box,
    genericName: 'Truffles with rose and cardamom',
    grams: 24,
    pieces: 2,
    of: ['GC-TRF-02', 'GC-TRF-04'],
  },
}
