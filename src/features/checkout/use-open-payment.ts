import { useState } from 'react'
import {
  type CartOrder,
  isWindowOpen,
  type KeptPayment,
  type OrderedPieces,
} from '#src/features/cart/cart-order.rules.ts'
import { useCartOrder } from '#src/features/cart/cart-order.ts'
import { isOrderOf } from './checkout.rules.ts'

/**
 * The payment whose dialog is to be seen: one that was started here, or one that was running when the page was opened
 * and is still for this very cart.
 */
export function useOpenPayment(userId: string, lines: readonly OrderedPieces[]) {
  const order = useCartOrder((state) => state.order)
  const [arrivedAt] = useState(Date.now)
  const [startedHere, setStartedHere] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)

  const payment = order && paymentFor(order, { userId, lines })
  const isResumed = payment?.transactionId !== startedHere
  const isShown = payment && payment.transactionId !== dismissed && (!isResumed || isWindowOpen(payment, arrivedAt))
  return {
    payment: isShown ? payment : null,
    isResumed,
    show({ transactionId }: KeptPayment) {
      setStartedHere(transactionId)
      setDismissed(null)
    },
    dismiss: () => setDismissed(payment?.transactionId ?? null),
  }
}

type Shopper = { userId: string; lines: readonly OrderedPieces[] }

function paymentFor(order: CartOrder, { userId, lines }: Shopper): KeptPayment | null {
  return order.userId === userId && isOrderOf(order, lines) ? order.payment : null
}
