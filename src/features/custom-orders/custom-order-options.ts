import type { MeltClass } from '#src/core/delivery/heat.ts'
import { type BusinessDays, businessDaysText } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'

export const FLAVORS = [
  'dark',
  'milk',
  'white',
  'ruby',
  'caramel',
  'hazelnut',
  'orange',
  'mint',
  'strawberry',
  'coffee',
] as const
export type Flavor = (typeof FLAVORS)[number]

export const FLAVOR_NAMES: Readonly<Record<Flavor, string>> = {
  dark: 'Dark',
  milk: 'Milk',
  white: 'White',
  ruby: 'Ruby',
  caramel: 'Caramel Fusion',
  hazelnut: 'Hazelnut Praline',
  orange: 'Orange Zest',
  mint: 'Fresh Mint',
  strawberry: 'Strawberry Dream',
  coffee: 'Espresso Blend',
}

export const INGREDIENTS = [
  'nuts',
  'dried-fruits',
  'coconut',
  'sea-salt',
  'vanilla',
  'cinnamon',
  'chili',
  'rose',
  'gold-flakes',
  'lavender',
  'cardamom',
  'honeycomb',
] as const
export type Ingredient = (typeof INGREDIENTS)[number]

export const INGREDIENT_NAMES: Readonly<Record<Ingredient, string>> = {
  nuts: 'Nuts',
  'dried-fruits': 'Dried Fruits',
  coconut: 'Coconut',
  'sea-salt': 'Sea Salt',
  vanilla: 'Vanilla',
  cinnamon: 'Cinnamon',
  chili: 'Chili',
  rose: 'Rose',
  'gold-flakes': 'Gold Flakes',
  lavender: 'Lavender',
  cardamom: 'Cardamom',
  honeycomb: 'Honeycomb',
}

export const OCCASIONS = [
  'birthday',
  'anniversary',
  'wedding',
  'celebration',
  'gift',
  'romantic',
  'festive',
  'everyday',
] as const
export type Occasion = (typeof OCCASIONS)[number]

export const OCCASION_NAMES: Readonly<Record<Occasion, string>> = {
  birthday: 'Birthday',
  anniversary: 'Anniversary',
  wedding: 'Wedding',
  celebration: 'Celebration',
  gift: 'Gift',
  romantic: 'Romantic',
  festive: 'Festive',
  everyday: 'Everyday',
}

export const SHAPES = ['bar', 'heart', 'flower', 'custom-mold', 'truffle', 'square', 'star', 'letter'] as const
export type Shape = (typeof SHAPES)[number]

export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  bar: 'Bar',
  heart: 'Heart',
  flower: 'Flower',
  'custom-mold': 'Custom Mold',
  truffle: 'Truffle',
  square: 'Square',
  star: 'Star',
  letter: 'Letter',
}

/** Filled and small pieces melt before a bar. */
export const MELT_CLASS_OF_SHAPE: Readonly<Record<Shape, MeltClass>> = {
  bar: 'bar',
  heart: 'bonbon',
  flower: 'bonbon',
  'custom-mold': 'bonbon',
  truffle: 'truffle',
  square: 'bonbon',
  star: 'bonbon',
  letter: 'bonbon',
}

/** Millimetres for the drawing, grams for the price of one piece. */
export const SHAPE_SIZES: Readonly<Record<Shape, { width: number; height: number; grams: number }>> = {
  bar: { width: 150, height: 75, grams: 110 },
  heart: { width: 104, height: 96, grams: 90 },
  flower: { width: 106, height: 106, grams: 90 },
  'custom-mold': { width: 101, height: 101, grams: 100 },
  truffle: { width: 104, height: 104, grams: 100 },
  square: { width: 96, height: 96, grams: 100 },
  star: { width: 112, height: 107, grams: 90 },
  letter: { width: 90, height: 96, grams: 90 },
}

export const PACKAGINGS = ['simple', 'gift-box', 'ribbon', 'vintage', 'eco', 'luxury', 'transparent'] as const
export type Packaging = (typeof PACKAGINGS)[number]

export const PACKAGING_NAMES: Readonly<Record<Packaging, string>> = {
  simple: 'Simple',
  'gift-box': 'Gift Box',
  ribbon: 'Ribbon',
  vintage: 'Vintage',
  eco: 'Eco',
  luxury: 'Luxury',
  transparent: 'Transparent',
}

export const CONCENTRATION = { min: 30, max: 95, step: 1, default: 70 } as const

export const STRENGTH_PRESETS = [
  { concentration: 35, label: 'Mild' },
  { concentration: 50, label: 'Balanced' },
  { concentration: 70, label: 'Rich' },
  { concentration: 85, label: 'Intense' },
] as const

type Strength = { label: 'Mild' | 'Balanced' | 'Rich' | 'Intense'; taste: string }

export function describeStrength(concentration: number): Strength {
  if (concentration <= 40) return { label: 'Mild', taste: 'creamy and mild' }
  if (concentration <= 60) return { label: 'Balanced', taste: 'sweet and cocoa in balance' }
  if (concentration <= 80) return { label: 'Rich', taste: 'deep and full of cocoa' }
  return { label: 'Intense', taste: 'bold and hardly sweet' }
}

/** `composed`: a custom chocolate. `bulk`: many pieces of products. */
export const CUSTOM_ORDER_KINDS = ['composed', 'bulk'] as const

export const CUSTOM_ORDER_STATUSES = [
  'quote-pending',
  'quoted',
  'confirmed',
  'in-production',
  'completed',
  'cancelled',
] as const
export type CustomOrderStatus = (typeof CUSTOM_ORDER_STATUSES)[number]

export const CUSTOM_ORDER_STATUS_NAMES: Readonly<Record<CustomOrderStatus, string>> = {
  'quote-pending': 'Quote pending',
  quoted: 'Quoted',
  confirmed: 'Confirmed',
  'in-production': 'In production',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** Agreed: it will be made, is being made, or is completed. */
export function isAgreed(status: CustomOrderStatus): boolean {
  return status === 'confirmed' || status === 'in-production' || status === 'completed'
}

export const CUSTOM_ORDER_EVENT_KINDS = ['quote', 'accepted', 'question', 'answer', 'status'] as const
export type CustomOrderEventKind = (typeof CUSTOM_ORDER_EVENT_KINDS)[number]

export const CUSTOM_ORDER_ACTORS = ['admin', 'customer', 'payment'] as const
export type CustomOrderActor = (typeof CUSTOM_ORDER_ACTORS)[number]

export const CUSTOM_ORDERS_PER_PAGE = 30

export const QUOTE_VALID_HOURS = 72

export const MAX_CUSTOM_QUANTITY = 1000
/** Shown before anyone types a larger number. */
export const QUANTITY_LIMIT_TEXT = 'You can order up to 1,000 pieces here. Write to us for more.'

export const quoteChannelsText = (bySms: boolean) => (bySms ? 'by SMS and e-mail' : 'by e-mail')

/** Names only the channels that work. */
export const quoteSlaText = (bySms: boolean) =>
  `You receive a detailed quotation with pricing and delivery timeline within 30 minutes ${quoteChannelsText(bySms)}.`
/** Working days that the studio needs for one custom order. */
export const CRAFTING_DAYS: BusinessDays = { from: 2, to: 3 }
export const CRAFTING_TIME = businessDaysText(CRAFTING_DAYS)

export type Composition = {
  flavor: Flavor
  concentration: number
  ingredients: readonly Ingredient[]
  shape: Shape
  packaging: Packaging
  message: string
  quantity: number
}

/** Contains nothing that the customer typed, because order lines survive an erasure. */
export function customOrderLineName(
  order: Pick<Composition, 'flavor' | 'concentration' | 'shape' | 'quantity'> & { reference: string },
) {
  const { reference, flavor, concentration, shape, quantity } = order
  return `Custom chocolate ${reference}: ${FLAVOR_NAMES[flavor]} ${concentration} %, ${SHAPE_NAMES[shape]}, ${counted(quantity, 'piece')}`
}
