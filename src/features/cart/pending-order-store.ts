import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import { usePromoCode } from '#src/features/cart/quote/promo-code-store.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { useCart } from './cart-store.ts'
import { isPaymentOpen, type PendingOrder, parsePendingOrder } from './pending-order.ts'

type PendingOrderState = {
  order: PendingOrder | null
  setOrder: (order: PendingOrder | null) => void
}

export const PENDING_ORDER_KEY = 'golconda-checkout'

/** Remembers the order of the cart, so that a payment survives a reload and the switch to the UPI app. */
export function createPendingOrderStore(storage: TextStorage | undefined) {
  return createPersistedStore<PendingOrderState, Pick<PendingOrderState, 'order'>>(
    {
      name: PENDING_ORDER_KEY,
      storage,
      // Reads as 'no order' instead of nothing, so that clearing it in one tab clears it in all.
      read: (text) => ({ order: parsePendingOrder(text) }),
      keep: ({ order }) => ({ order }),
    },
    (set) => ({ order: null, setOrder: (order) => set({ order }) }),
  )
}

export const usePendingOrder = createPendingOrderStore(getLocalStorage())

syncAcrossTabs(PENDING_ORDER_KEY, usePendingOrder.reread)

/** Removes paid items and the used promo code. Only this and 'Clear Cart' empty a cart. */
export function clearPaidCart(): void {
  const { order, setOrder } = usePendingOrder.getState()
  if (!order) return
  useCart.getState().removeOrdered(order.items)
  usePromoCode.getState().remove()
  setOrder(null)
}

/** The number of the customer's own order whose payment was started; it has a place on its day of delivery. */
export const selectUnpaidOrder =
  (userId: string) =>
  ({ order }: PendingOrderState): string | undefined =>
    order?.payment && order.userId === userId ? order.orderId : undefined

const NO_ITEMS: readonly CartItem[] = []

/** Items that the customer's own running payment reserves; the catalog no longer counts them as available. */
export const selectReservedItems =
  (now: number) =>
  ({ order }: PendingOrderState): readonly CartItem[] =>
    order?.payment && isPaymentOpen(order.payment, now) ? order.items : NO_ITEMS
