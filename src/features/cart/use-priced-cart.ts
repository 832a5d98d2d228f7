import { useState } from 'react'
import { useProducts } from '#src/features/catalog/products/use-products.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { cartLines, useCart } from './cart-store.ts'
import { selectReservedItems, usePendingOrder } from './pending-order-store.ts'
import { type PricedCartLine, priceCartLines } from './priced-cart.ts'

/** The cart with the catalogue's prices and stock; undefined as long as the browser has not told what is in it. */
export function usePricedCart(): PricedCartLine[] | undefined {
  const isHydrated = useHydrated()
  const lines = useCart(cartLines)
  const [arrivedAt] = useState(Date.now)
  const held = usePendingOrder(selectReservedItems(arrivedAt))
  const catalogue = useProducts(
    lines.map(({ productId }) => productId),
    { enabled: isHydrated },
  )
  return isHydrated ? priceCartLines(lines, catalogue, held) : undefined
}
