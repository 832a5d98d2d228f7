import type { Allergen } from '#src/features/catalog/food/allergens.ts'

/** Of 100 g: kcal, then g of protein, carbohydrate, sugars, added sugars, fat, saturated fat, trans fat, then mg of sodium. */
export type FoodValues = readonly [number, number, number, number, number, number, number, number, number]

/** `cocoa`: percentage of cocoa solids. Values are those of usual food composition tables. */
export type DemoIngredient = {
  name: string
  values: FoodValues
  allergens?: readonly Allergen[]
  cocoa?: number
}

const NOTHING: FoodValues = [0, 0, 0, 0, 0, 0, 0, 0, 0]
const SPICE: FoodValues = [290, 9, 58, 4, 0, 4, 0.8, 0, 30]

export const DEMO_INGREDIENTS = {
  cocoaMass: { name: 'cocoa mass', values: [642, 13, 28, 0.9, 0, 54, 32.5, 0, 24], cocoa: 100 },
  cocoaButter: { name: 'cocoa butter', values: [884, 0, 0, 0, 0, 100, 60, 0, 0], cocoa: 100 },
  cocoaPowder: { name: 'cocoa powder', values: [400, 20, 54, 1.7, 0, 22, 13, 0, 20], cocoa: 100 },
  cocoaNibs: { name: 'cocoa nibs', values: [610, 13.5, 30, 0.9, 0, 50, 30, 0, 20], cocoa: 100 },
  sugar: { name: 'sugar', values: [400, 0, 100, 100, 100, 0, 0, 0, 1] },
  jaggery: { name: 'jaggery', values: [383, 0.4, 97, 90, 90, 0.1, 0, 0, 30] },
  honey: { name: 'honey', values: [304, 0.3, 82.4, 82.1, 82.1, 0, 0, 0, 4] },
  glucoseSyrup: { name: 'glucose syrup', values: [316, 0, 79, 37, 37, 0, 0, 0, 20] },
  wholeMilkPowder: {
    name: 'whole milk powder',
    values: [496, 26.3, 38.4, 38.4, 0, 26.7, 16.7, 0.9, 371],
    allergens: ['milk'],
  },
  skimmedMilkPowder: {
    name: 'skimmed milk powder',
    values: [362, 36.2, 52, 52, 0, 0.8, 0.5, 0, 535],
    allergens: ['milk'],
  },
  cream: { name: 'milk cream', values: [340, 2.8, 2.8, 2.8, 0, 36, 23, 1.2, 27], allergens: ['milk'] },
  butter: { name: 'butter (milk)', values: [717, 0.9, 0.1, 0.1, 0, 81.1, 51.4, 3.3, 11], allergens: ['milk'] },
  lecithin: {
    name: 'emulsifier (soya lecithin, INS 322)',
    values: [763, 0, 6, 0, 0, 90, 15, 0, 0],
    allergens: ['soya'],
  },
  citricAcid: { name: 'acidity regulator (citric acid, INS 330)', values: NOTHING },
  bicarbonate: { name: 'raising agent (sodium bicarbonate, INS 500(ii))', values: [0, 0, 0, 0, 0, 0, 0, 0, 27_400] },
  mixedColours: { name: 'colours (INS 100, INS 141 and INS 162)', values: NOTHING },
  greenColour: { name: 'colour (INS 141)', values: NOTHING },
  gold: { name: 'edible gold (colour, INS 175)', values: NOTHING },
  vanilla: { name: 'vanilla', values: [288, 0.1, 60, 12, 0, 0.5, 0, 0, 9] },
  hazelnuts: { name: 'roasted hazelnuts', values: [646, 15, 17.6, 4.9, 0, 62.4, 4.5, 0, 0], allergens: ['tree-nuts'] },
  almonds: { name: 'roasted almonds', values: [598, 21, 21, 4.9, 0, 52.5, 4.1, 0, 1], allergens: ['tree-nuts'] },
  pistachios: { name: 'pistachios', values: [572, 21, 28, 7.7, 0, 45.8, 5.6, 0, 6], allergens: ['tree-nuts'] },
  coconut: { name: 'toasted coconut', values: [660, 6.9, 23.7, 7.4, 0, 64.5, 57.2, 0, 37] },
  orangePeel: { name: 'orange peel', values: [97, 1.5, 25, 8, 0, 0.2, 0, 0, 3] },
  raspberries: { name: 'raspberry purée', values: [52, 1.2, 11.9, 4.4, 0, 0.7, 0, 0, 1] },
  strawberries: { name: 'strawberry purée', values: [33, 0.7, 7.7, 4.9, 0, 0.3, 0, 0, 1] },
  passionFruit: { name: 'passion fruit purée', values: [60, 1.2, 13, 11, 0, 0.3, 0, 0, 8] },
  rosePetals: { name: 'dried rose petals', values: SPICE },
  lavender: { name: 'lavender flowers', values: SPICE },
  chamomile: { name: 'chamomile flowers', values: SPICE },
  mint: { name: 'fresh mint leaves', values: [70, 3.8, 12, 0, 0, 0.9, 0.2, 0, 31] },
  coffee: { name: 'roasted coffee', values: [340, 13, 50, 0.5, 0, 13, 5, 0, 20] },
  blackTea: { name: 'black tea', values: SPICE },
  saffron: { name: 'saffron', values: SPICE },
  cardamom: { name: 'green cardamom', values: SPICE },
  nutmeg: { name: 'nutmeg', values: [525, 5.8, 49, 3, 0, 36, 26, 0, 16] },
  cinnamon: { name: 'cinnamon', values: SPICE },
  chili: { name: 'red chili flakes', values: SPICE },
  blackPepper: { name: 'black pepper', values: SPICE },
  seaSalt: { name: 'sea salt', values: [0, 0, 0, 0, 0, 0, 0, 0, 38_000] },
} as const satisfies Record<string, DemoIngredient>

export type DemoIngredientName = keyof typeof DEMO_INGREDIENTS

/** Percentages that sum to 100. */
export type Parts<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** Ingredients that have ingredients of their own. */
export const DEMO_COMPOUNDS = {
  dark85: {
    name: 'dark chocolate',
    parts: { cocoaMass: 79, sugar: 14.5, cocoaButter: 6, lecithin: 0.4, vanilla: 0.1 },
  },
  dark72: {
    name: 'dark chocolate',
    parts: { cocoaMass: 64, sugar: 27.4, cocoaButter: 8, lecithin: 0.4, vanilla: 0.2 },
  },
  dark64: {
    name: 'dark chocolate',
    parts: { cocoaMass: 54, sugar: 35.4, cocoaButter: 10, lecithin: 0.4, vanilla: 0.2 },
  },
  milk45: {
    name: 'milk chocolate',
    parts: { sugar: 32.4, cocoaButter: 27, wholeMilkPowder: 22, cocoaMass: 18, lecithin: 0.4, vanilla: 0.2 },
  },
  milk38: {
    name: 'milk chocolate',
    parts: { sugar: 38.4, cocoaButter: 24, wholeMilkPowder: 23, cocoaMass: 14, lecithin: 0.4, vanilla: 0.2 },
  },
  white: {
    name: 'white chocolate',
    parts: { sugar: 39.4, cocoaButter: 33, wholeMilkPowder: 27, lecithin: 0.4, vanilla: 0.2 },
  },
  ruby: {
    name: 'ruby chocolate',
    parts: {
      cocoaButter: 38,
      sugar: 30,
      wholeMilkPowder: 17,
      skimmedMilkPowder: 8,
      cocoaMass: 6,
      citricAcid: 0.5,
      lecithin: 0.4,
      vanilla: 0.1,
    },
  },
  hazelnutPraline: { name: 'hazelnut praline', parts: { hazelnuts: 52, sugar: 48 } },
  almondPraline: { name: 'almond praline', parts: { almonds: 55, sugar: 45 } },
  caramel: {
    name: 'caramel',
    parts: { cream: 35, sugar: 30, butter: 17.4, glucoseSyrup: 17, seaSalt: 0.6 },
  },
  honeycomb: { name: 'honeycomb', parts: { sugar: 66, glucoseSyrup: 20, honey: 12, bicarbonate: 2 } },
  candiedPeel: { name: 'candied orange peel', parts: { sugar: 58, orangePeel: 32, glucoseSyrup: 10 } },
  painted: { name: 'coloured cocoa butter', parts: { cocoaButter: 95, mixedColours: 5 } },
  paintedGreen: { name: 'coloured cocoa butter', parts: { cocoaButter: 95, greenColour: 5 } },
} as const satisfies Record<string, { name: string; parts: Parts<DemoIngredientName> }>

export type DemoCompoundName = keyof typeof DEMO_COMPOUNDS
