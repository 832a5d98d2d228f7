import { addPaise, type Paise, paise, timesPaise } from '#src/core/money.ts'
import {
  type Composition,
  FLAVOR_NAMES,
  type Flavor,
  INGREDIENT_NAMES,
  type Ingredient,
  PACKAGING_NAMES,
  type Packaging,
  SHAPE_NAMES,
  SHAPE_SIZES,
  type Shape,
} from './custom-order-options.ts'

/** `times` is the quantity for a price per piece, 1 for a price per order. */
export type EstimateLine = { label: string; each: Paise; times: number; amount: Paise }
export type PriceEstimate = { lines: EstimateLine[]; total: Paise }

/** Used for the customer's estimate and the admin's suggestion, so that both agree. */
export function estimatePrice(composition: Composition): PriceEstimate {
  const { flavor, concentration, shape, packaging, quantity } = composition
  const perPiece = (label: string, each: Paise) => ({
    label,
    each,
    times: quantity,
    amount: timesPaise(each, quantity),
  })
  const once = (label: string, each: Paise) => ({ label, each, times: 1, amount: each })
  const { grams } = SHAPE_SIZES[shape]
  const lines = [
    perPiece(`${FLAVOR_NAMES[flavor]} chocolate, ${grams} g`, byWeight(BASE_PER_100_G[flavor], grams)),
    perPiece(`Couverture, ${concentration} %`, byWeight(couverturePer100g(concentration), grams)),
    ...[...new Set(composition.ingredients)].map((id) => perPiece(INGREDIENT_NAMES[id], INGREDIENT_PRICE[id])),
    perPiece(`${SHAPE_NAMES[shape]}, casting`, MOULDING_PRICE[shape]),
    once(`${SHAPE_NAMES[shape]}, one-time cost`, MOULD_PRICE[shape]),
    perPiece(`${PACKAGING_NAMES[packaging]} packaging`, PACKAGING_PRICE[packaging]),
    once('Message card', composition.message.trim() === '' ? paise(0) : MESSAGE_CARD_PRICE),
  ].filter(({ amount }) => amount > 0)
  return { lines, total: addPaise(...lines.map(({ amount }) => amount)) }
}

/** The estimate less 10 % to plus 15 %, in steps of ₹10. */
export function estimatePriceRange(composition: Composition): { from: Paise; to: Paise } {
  const { total } = estimatePrice(composition)
  return {
    from: paise(Math.floor((total * 0.9) / BAND_STEP) * BAND_STEP),
    to: paise(Math.ceil((total * 1.15) / BAND_STEP) * BAND_STEP),
  }
}

const BAND_STEP = 10_00

function byWeight(per100g: Paise, grams: number): Paise {
  return paise(Math.round((per100g * grams) / 100))
}

function couverturePer100g(concentration: number): Paise {
  return timesPaise(paise(1_50), Math.max(0, concentration - 30))
}

const BASE_PER_100_G: Readonly<Record<Flavor, Paise>> = {
  dark: paise(260_00),
  milk: paise(240_00),
  white: paise(260_00),
  ruby: paise(340_00),
  caramel: paise(280_00),
  hazelnut: paise(320_00),
  orange: paise(280_00),
  mint: paise(280_00),
  strawberry: paise(300_00),
  coffee: paise(290_00),
}

const INGREDIENT_PRICE: Readonly<Record<Ingredient, Paise>> = {
  nuts: paise(45_00),
  'dried-fruits': paise(40_00),
  coconut: paise(20_00),
  'sea-salt': paise(10_00),
  vanilla: paise(30_00),
  cinnamon: paise(15_00),
  chili: paise(10_00),
  rose: paise(25_00),
  'gold-flakes': paise(160_00),
  lavender: paise(25_00),
  cardamom: paise(25_00),
  honeycomb: paise(40_00),
}

const MOULDING_PRICE: Readonly<Record<Shape, Paise>> = {
  bar: paise(40_00),
  square: paise(40_00),
  heart: paise(60_00),
  star: paise(60_00),
  flower: paise(70_00),
  letter: paise(80_00),
  truffle: paise(90_00),
  'custom-mold': paise(80_00),
}

const MOULD_PRICE: Readonly<Record<Shape, Paise>> = {
  bar: paise(0),
  square: paise(0),
  heart: paise(0),
  star: paise(0),
  flower: paise(0),
  letter: paise(0),
  truffle: paise(0),
  'custom-mold': paise(1500_00),
}

const PACKAGING_PRICE: Readonly<Record<Packaging, Paise>> = {
  simple: paise(20_00),
  eco: paise(40_00),
  transparent: paise(50_00),
  ribbon: paise(60_00),
  'gift-box': paise(130_00),
  vintage: paise(150_00),
  luxury: paise(320_00),
}

const MESSAGE_CARD_PRICE = paise(30_00)
