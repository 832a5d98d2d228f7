import { formatPrice, type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { PriceTier } from './price-tiers.contract.ts'

/** The price of one piece when this many are bought: rounded half up, and never nothing. */
export function unitPriceAt(price: Paise, tiers: readonly PriceTier[] = [], pieces: number): Paise {
  const percent = tierAt(tiers, pieces)?.percent ?? 0
  return paise(Math.max(1, Math.floor((price * (100 - percent) + 50) / 100)))
}

export const tierAt = (tiers: readonly PriceTier[] = [], pieces: number) => tiers.findLast(({ from }) => from <= pieces)

type Item = { productId: number; quantity: number }

/** Counts the pieces that decide on a product's tier: those of all sizes of its family. */
export function countPieces(
  items: Iterable<Item>,
  familyOf: (productId: number) => number | null | undefined,
): (productId: number) => number {
  const keyOf = (productId: number) => familyOf(productId) ?? -productId
  const pieces = new Map<number, number>()
  const piecesOf = (productId: number) => pieces.get(keyOf(productId)) ?? 0
  for (const { productId, quantity } of items) pieces.set(keyOf(productId), piecesOf(productId) + quantity)
  return piecesOf
}

export type TieredProduct = Pick<Product, 'id' | 'price' | 'tiers' | 'family'>

/** In rupees: the price of a piece, and what the next tier needs. */
export type TieredPrice = { price: number; next: { missing: number; from: number; price: number } | undefined }

export function priceTogether(
  items: readonly Item[],
  products: ReadonlyMap<number, TieredProduct>,
): (product: TieredProduct) => TieredPrice {
  const piecesOf = countPieces(items, (id) => products.get(id)?.family?.id)
  return ({ id, price, tiers }) => {
    const pieces = piecesOf(id)
    const at = (count: number) => rupees(unitPriceAt(paiseFromRupees(price), tiers, count))
    const next = tiers?.find(({ from }) => from > pieces)
    return { price: at(pieces), next: next && { missing: next.from - pieces, from: next.from, price: at(next.from) } }
  }
}

export function listTierTexts({ price, tiers = [] }: Pick<TieredProduct, 'price' | 'tiers'>) {
  return tiers.map(({ from }) => ({
    from: `${from.toLocaleString('en-IN')} or more`,
    each: `${formatPrice(rupees(unitPriceAt(paiseFromRupees(price), tiers, from)))} each`,
  }))
}

const NO_TIERS = 'none'

/** The cell of a file: 10: 5%, 50: 10%. */
export const toTierCell = (tiers: readonly PriceTier[]) =>
  tiers.map(({ from, percent }) => `${from}: ${percent}%`).join(', ')

export function fromTierCell(cell: string): PriceTier[] {
  if (cell.toLowerCase() === NO_TIERS) return []
  return cell.split(/[,;]/).map((tier) => {
    const [, from, percent] = /^\s*(\d{1,9})\s*:\s*(\d{1,3})\s*%?\s*$/.exec(tier) ?? []
    return { from: Number(from ?? Number.NaN), percent: Number(percent ?? Number.NaN) }
  })
}
