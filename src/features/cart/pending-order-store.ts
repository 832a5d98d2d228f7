import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import { usePromoCode } from '#src/features/cart/quote/promo-code-store.ts'
import { useCart } from './cart-store.ts'
import { isPaymentOpen, type OrderedItem, type PendingOrder, parsePendingOrder } from './pending-order.ts'

type CartOrderState = {
  order: PendingOrder | null
  keep: (order: PendingOrder | null) => void
}

export const PENDING_ORDER_KEY = 'golconda-checkout'

/** Remembers the order that the cart became, so that a payment survives a reload and the way to the UPI app and back. */
export function createPendingOrderStore(storage: TextStorage | undefined) {
  return createPersistedStore<CartOrderState, Pick<CartOrderState, 'order'>>(
    {
      name: PENDING_ORDER_KEY,
      storage,
      // Read as 'no order' rather than as nothing, so that a tab forgets what another tab has forgotten.
      read: (text) => ({ order: parsePendingOrder(text) }),
      keep: ({ order }) => ({ order }),
    },
    (set) => ({ order: null, keep: (order) => set({ order }) }),
  )
}

export const usePendingOrder = createPendingOrderStore(getLocalStorage())

syncAcrossTabs(PENDING_ORDER_KEY, usePendingOrder.reread)

/**
 * The cart's order is paid: its pieces leave the cart, and its promo code is used. Besides 'Clear Cart' the only place
 * where a cart is emptied.
 */
export function clearPaidCart(): void {
  const { order, keep } = usePendingOrder.getState()
  if (!order) return
  useCart.getState().removeOrdered(order.items)
  usePromoCode.getState().remove()
  keep(null)
}

const NOTHING: readonly OrderedItem[] = []

/** Pieces that the shopper holds by a running payment: the catalogue no longer counts them as available. */
export const selectReservedItems =
  (now: number) =>
  ({ order }: CartOrderState): readonly OrderedItem[] =>
    order?.payment && isPaymentOpen(order.payment, now) ? order.items : NOTHING
