import { browserStorage, createKeptStore, followOtherTabs, type TextStorage } from '#src/platform/browser-storage.ts'
import { type CartOrder, isWindowOpen, type OrderedPieces, readKeptOrder } from './cart-order.rules.ts'
import { useCart } from './cart-store.ts'
import { usePromoCode } from './promo-code.ts'

type CartOrderState = {
  order: CartOrder | null
  keep: (order: CartOrder | null) => void
}

export const CART_ORDER_KEY = 'golconda-checkout'

/** Remembers the order that the cart became, so that a payment survives a reload and the way to the UPI app and back. */
export function createCartOrderStore(storage: TextStorage | undefined) {
  return createKeptStore<CartOrderState, Pick<CartOrderState, 'order'>>(
    {
      name: CART_ORDER_KEY,
      storage,
      // Read as 'no order' rather than as nothing, so that a tab forgets what another tab has forgotten.
      read: (text) => ({ order: readKeptOrder(text) }),
      keep: ({ order }) => ({ order }),
    },
    (set) => ({ order: null, keep: (order) => set({ order }) }),
  )
}

export const useCartOrder = createCartOrderStore(browserStorage())

followOtherTabs(CART_ORDER_KEY, useCartOrder.reread)

/**
 * The cart's order is paid: its pieces leave the cart, and its promo code is used. Besides 'Clear Cart' the only place
 * where a cart is emptied.
 */
export function forgetPaidCart(): void {
  const { order, keep } = useCartOrder.getState()
  if (!order) return
  useCart.getState().takeOut(order.items)
  usePromoCode.getState().remove()
  keep(null)
}

const NOTHING: readonly OrderedPieces[] = []

/** Pieces that the shopper holds by a running payment: the catalogue no longer counts them as available. */
export const heldPieces =
  (now: number) =>
  ({ order }: CartOrderState): readonly OrderedPieces[] =>
    order?.payment && isWindowOpen(order.payment, now) ? order.items : NOTHING
