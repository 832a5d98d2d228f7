import { useState } from 'react'
import { formatAmount } from '#src/core/money.ts'
import { maxPerOrderText } from '#src/core/shop-policy.ts'
import type { ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { KnownProducts } from '#src/features/catalog/products/products.ts'
import { useProducts } from '#src/features/catalog/products/use-products.ts'
import { priceTogether, type TieredProduct } from '#src/features/catalog/tiers/price-tiers.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { type CartLine, cartLines, useCart } from './cart-store.ts'
import { selectReservedItems, usePendingOrder } from './pending-order-store.ts'

type LiveProduct = TieredProduct & Pick<Product, 'stock'> & Partial<Pick<Product, 'maxPerOrder'>> & ProductLabel

/** `price` is that of the tier, `nextTier` what the next one needs. `available` is null until the catalog has answered. */
export type PricedCartLine = CartLine & {
  savedPrice: number
  listPrice: number
  nextTier?: string
  available: number | null
  maxPerOrder?: number
  /** Missing until the catalog has answered. */
  label?: ProductLabel
}

/** Undefined before hydration. Prices are live only while `isNeeded`. */
export function usePricedCart(isNeeded = true): PricedCartLine[] | undefined {
  const isHydrated = useHydrated()
  const lines = useCart(cartLines)
  const [openedAt] = useState(Date.now)
  const reserved = usePendingOrder(selectReservedItems(openedAt))
  const catalog = useProducts(
    lines.map(({ productId }) => productId),
    { enabled: isHydrated && isNeeded },
  )
  return isHydrated ? priceCartLines(lines, catalog, reserved) : undefined
}

/** `reserved` is what the customer's own running payment holds; the catalog has already subtracted it. */
export function priceCartLines(
  lines: readonly CartLine[],
  catalog: KnownProducts<LiveProduct> | undefined,
  reserved: readonly CartItem[] = [],
): PricedCartLine[] {
  const products = new Map(catalog?.products.map((product) => [product.id, product]))
  const priceOf = priceTogether(lines, products)
  return lines.map((line) => {
    const savedPrice = line.price
    const product = products.get(line.productId)
    if (!product) return { ...line, savedPrice, listPrice: savedPrice, available: catalog?.whole ? 0 : null }
    const own = reserved.find(({ productId }) => productId === line.productId)?.quantity ?? 0
    const available = Math.max(0, product.stock) + own
    const { price, next } = priceOf(product)
    const nextTier = next && nextTierText(product, { ...next, most: available })
    const { price: listPrice, maxPerOrder } = product
    return { ...line, savedPrice, listPrice, price, available, maxPerOrder, nextTier, label: product }
  })
}

type NextTier = { missing: number; from: number; price: number; most: number }

/** Undefined for a tier that this product alone cannot reach. */
function nextTierText({ family, maxPerOrder }: LiveProduct, { missing, from, price, most }: NextTier) {
  if (!family && from > Math.min(most, maxPerOrder ?? most)) return undefined
  return `Add ${missing} more${family ? ' of any size' : ''} for ${formatAmount(price)} each.`
}

export function isShort(line: PricedCartLine): boolean {
  return line.available !== null && line.available < line.quantity
}

export function isAtMost({ maxPerOrder, quantity }: PricedCartLine): boolean {
  return maxPerOrder !== undefined && quantity >= maxPerOrder
}

export function listLineNotices(line: PricedCartLine): string[] {
  const price = line.listPrice === line.savedPrice ? [] : [`Price is now ${formatAmount(line.listPrice)}`]
  if (isShort(line)) return [...price, shortageText(line.available ?? 0)]
  return line.maxPerOrder !== undefined && line.quantity > line.maxPerOrder
    ? [...price, `${maxPerOrderText(line.maxPerOrder)}.`]
    : price
}

export function shortageText(available: number): string {
  return available === 0 ? 'Sold out' : `Only ${available} left`
}
