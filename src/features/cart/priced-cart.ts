import { formatAmount } from '#src/core/money.ts'
import { maxPerOrderText } from '#src/core/shop-policy.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { KnownProducts } from '#src/features/catalog/products/products.ts'
import type { CartLine } from './cart-lines.ts'
import type { OrderedItem } from './pending-order.ts'

type LiveProduct = Pick<Product, 'id' | 'price' | 'stock'> & Partial<Pick<Product, 'maxPerOrder'>>

/** A line with what the catalogue says now. `available` is null while the catalogue has not answered for it. */
export type PricedCartLine = CartLine & { keptPrice: number; available: number | null; maxPerOrder?: number }

/** `held` are pieces that the shopper's own running payment holds: the catalogue has already taken them off. */
export function priceCartLines(
  lines: readonly CartLine[],
  catalogue: KnownProducts<LiveProduct> | undefined,
  held: readonly OrderedItem[] = [],
): PricedCartLine[] {
  return lines.map((line) => {
    const keptPrice = line.price
    const product = catalogue?.products.find(({ id }) => id === line.productId)
    if (!product && !catalogue?.whole) return { ...line, keptPrice, available: null }
    const own = held.find(({ productId }) => productId === line.productId)?.quantity ?? 0
    const available = product ? Math.max(0, product.stock) + own : 0
    return { ...line, keptPrice, price: product?.price ?? keptPrice, available, maxPerOrder: product?.maxPerOrder }
  })
}

export function isShort(line: PricedCartLine): boolean {
  return line.available !== null && line.available < line.quantity
}

/** What a shopper must know about a line before paying; nothing for most. */
export function listLineNotices(line: PricedCartLine): string[] {
  const price = line.price === line.keptPrice ? [] : [`Price is now ${formatAmount(line.price)}`]
  if (isShort(line)) return [...price, shortageText(line.available ?? 0)]
  return line.maxPerOrder !== undefined && line.quantity > line.maxPerOrder
    ? [...price, `${maxPerOrderText(line.maxPerOrder)}. For more, please ask us for a quotation.`]
    : price
}

export function shortageText(available: number): string {
  return available === 0 ? 'Sold out' : `Only ${available} left`
}
