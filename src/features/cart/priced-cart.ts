import { useState } from 'react'
import { formatAmount } from '#src/core/money.ts'
import { maxPerOrderText } from '#src/core/shop-policy.ts'
import type { ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { KnownProducts } from '#src/features/catalog/products/products.ts'
import { useProducts } from '#src/features/catalog/products/use-products.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { type CartLine, cartLines, useCart } from './cart-store.ts'
import { selectReservedItems, usePendingOrder } from './pending-order-store.ts'

type LiveProduct = Pick<Product, 'id' | 'price' | 'stock'> & Partial<Pick<Product, 'maxPerOrder'>> & ProductLabel

/** `available` is null until the catalog has answered. */
export type PricedCartLine = CartLine & {
  savedPrice: number
  available: number | null
  maxPerOrder?: number
  /** Missing until the catalog has answered. */
  label?: ProductLabel
}

/** Undefined before hydration. */
export function usePricedCart(): PricedCartLine[] | undefined {
  const isHydrated = useHydrated()
  const lines = useCart(cartLines)
  const [openedAt] = useState(Date.now)
  const reserved = usePendingOrder(selectReservedItems(openedAt))
  const catalog = useProducts(
    lines.map(({ productId }) => productId),
    { enabled: isHydrated },
  )
  return isHydrated ? priceCartLines(lines, catalog, reserved) : undefined
}

/** `reserved` is what the customer's own running payment holds; the catalog has already subtracted it. */
export function priceCartLines(
  lines: readonly CartLine[],
  catalog: KnownProducts<LiveProduct> | undefined,
  reserved: readonly CartItem[] = [],
): PricedCartLine[] {
  return lines.map((line) => {
    const savedPrice = line.price
    const product = catalog?.products.find(({ id }) => id === line.productId)
    if (!product && !catalog?.whole) return { ...line, savedPrice, available: null }
    const own = reserved.find(({ productId }) => productId === line.productId)?.quantity ?? 0
    const available = product ? Math.max(0, product.stock) + own : 0
    const price = product?.price ?? savedPrice
    return { ...line, savedPrice, price, available, maxPerOrder: product?.maxPerOrder, label: product }
  })
}

export function isShort(line: PricedCartLine): boolean {
  return line.available !== null && line.available < line.quantity
}

export function listLineNotices(line: PricedCartLine): string[] {
  const price = line.price === line.savedPrice ? [] : [`Price is now ${formatAmount(line.price)}`]
  if (isShort(line)) return [...price, shortageText(line.available ?? 0)]
  return line.maxPerOrder !== undefined && line.quantity > line.maxPerOrder
    ? [...price, `${maxPerOrderText(line.maxPerOrder)}. For more, please ask us for a quotation.`]
    : price
}

export function shortageText(available: number): string {
  return available === 0 ? 'Sold out' : `Only ${available} left`
}
