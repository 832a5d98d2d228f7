import { useState } from 'react'
import { useProducts } from '#src/features/catalog/products/use-products.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { cartLines, useCart } from './cart-store.ts'
import { selectReservedItems, usePendingOrder } from './pending-order-store.ts'
import { type PricedCartLine, priceCartLines } from './priced-cart.ts'

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
