import { SHIPPING } from '#src/core/shop-policy.ts'
import { DEMO_PRODUCTS } from './catalog.ts'

/** Amounts are paise. */
export type SampleCart = {
  lines: readonly { sku: string; quantity: number }[]
  subtotal: number
  shipping: number
  total: number
}

/** Deterministic numbers from 0 to 1 (mulberry32). */
export type RandomSource = () => number

export function createSeededRandom(seed: number): RandomSource {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pickRandom<T>(from: readonly T[], chance: RandomSource): T {
  const picked = from[Math.floor(chance() * from.length)]
  if (picked === undefined) throw new Error('Nothing to pick from')
  return picked
}

/** Carts of one to four products, cheapest first. */
const BASKETS = everyBasket().sort((a, b) => a.total - b.total)

function everyBasket(): SampleCart[] {
  const chance = createSeededRandom(72)
  const alone = DEMO_PRODUCTS.map(({ sku }) => basketOf([{ sku, quantity: 1 }]))
  const mixed = Array.from({ length: 240 }, () => {
    const skus = new Set(
      Array.from({ length: 1 + Math.floor(chance() * 4) }, () => pickRandom(DEMO_PRODUCTS, chance).sku),
    )
    return basketOf([...skus].map((sku) => ({ sku, quantity: chance() < 0.25 ? 2 : 1 })))
  })
  return [...alone, ...mixed]
}

function basketOf(lines: SampleCart['lines']): SampleCart {
  const price = new Map(DEMO_PRODUCTS.map((product) => [product.sku, product.price * 100]))
  const subtotal = lines.reduce((sum, { sku, quantity }) => sum + (price.get(sku) ?? 0) * quantity, 0)
  const shipping = subtotal >= SHIPPING.freeFrom ? 0 : SHIPPING.fee
  return { lines, subtotal, shipping, total: subtotal + shipping }
}

/** Creates random carts. */
export function createSampleCarts(count: number, chance: RandomSource): SampleCart[] {
  return Array.from({ length: count }, () => pickRandom(BASKETS, chance))
}

/** Creates carts (two or more) with exactly this total. */
export function createCartsTotalling(total: number, count: number, chance: RandomSource): SampleCart[] {
  for (let attempt = 0; attempt < 500; attempt++) {
    const chosen = Array.from({ length: count - 2 }, () => basketNear(total / count, chance))
    const left = total - chosen.reduce((sum, basket) => sum + basket.total, 0)
    const lastTwo = pairWorth(left, chance)
    if (lastTwo) return [...chosen, ...lastTwo]
  }
  throw new Error(`No ${count} baskets cost ${total} paise`)
}

/** A cart that costs half to one and a half times the amount. */
function basketNear(amount: number, chance: RandomSource): SampleCart {
  const near = BASKETS.filter(({ total }) => total > amount * 0.5 && total < amount * 1.5)
  return pickRandom(near, chance)
}

function pairWorth(total: number, chance: RandomSource): SampleCart[] | undefined {
  const byTotal = new Map(BASKETS.map((basket) => [basket.total, basket]))
  const first = BASKETS.filter((basket) => byTotal.has(total - basket.total))
  if (first.length === 0) return undefined
  const one = pickRandom(first, chance)
  const other = byTotal.get(total - one.total)
  return other && [one, other]
}
