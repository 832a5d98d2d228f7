import { useState } from 'react'
import { useProducts } from '#src/features/catalog/use-products.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { heldPieces, useCartOrder } from './cart-order.ts'
import { cartLines, useCart } from './cart-store.ts'
import { type LiveLine, liveLines } from './live-cart.rules.ts'

/** The cart with the catalogue's prices and stock; undefined as long as the browser has not told what is in it. */
export function useLiveCart(): LiveLine[] | undefined {
  const isHydrated = useHydrated()
  const lines = useCart(cartLines)
  const [arrivedAt] = useState(Date.now)
  const held = useCartOrder(heldPieces(arrivedAt))
  const catalogue = useProducts(
    lines.map(({ productId }) => productId),
    { enabled: isHydrated },
  )
  return isHydrated ? liveLines(lines, catalogue, held) : undefined
}
