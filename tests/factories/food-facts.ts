import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'

/** The label of a milk chocolate bar of 110 g, complete. */
export const MILK_BAR_FACTS = {
  genericName: 'Milk chocolate',
  diet: 'veg',
  containsEgg: false,
  ingredients: 'Sugar, cocoa butter, milk solids (22%), cocoa mass, emulsifier (INS 322, soya lecithin)',
  contains: ['milk', 'soya'],
  mayContain: ['tree-nuts'],
  net: { value: 110, unit: 'g' },
  mrp: 450,
  shelfLifeDays: 180,
  storage: 'Keep cool and dry, below 22 °C, away from light.',
  nutrition: {
    energy: 548,
    protein: 7.2,
    carbohydrate: 55.5,
    sugars: 53,
    addedSugars: 44,
    fat: 33,
    saturatedFat: 20,
    transFat: 0.1,
    sodium: 96,
  },
  serveGrams: 22,
  cacaoPercent: 40,
  origin: 'India',
  labelPicture: '/pictures/dark-golconda-bar.webp',
} satisfies FoodFacts
