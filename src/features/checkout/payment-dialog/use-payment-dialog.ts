import { useState } from 'react'
import {
  isPaymentOpen,
  type OrderedItem,
  type PendingOrder,
  type StoredPayment,
} from '#src/features/cart/pending-order.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { isOrderForLines } from './order-attempt.ts'

/**
 * The payment whose dialog is to be seen: one that was started here, or one that was running when the page was opened
 * and is still for this very cart.
 */
export function usePaymentDialog(userId: string, lines: readonly OrderedItem[]) {
  const order = usePendingOrder((state) => state.order)
  const [arrivedAt] = useState(Date.now)
  const [startedHere, setStartedHere] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)

  const payment = order && paymentFor(order, { userId, lines })
  const isResumed = payment?.transactionId !== startedHere
  const isShown = payment && payment.transactionId !== dismissed && (!isResumed || isPaymentOpen(payment, arrivedAt))
  return {
    payment: isShown ? payment : null,
    isResumed,
    show({ transactionId }: StoredPayment) {
      setStartedHere(transactionId)
      setDismissed(null)
    },
    dismiss: () => setDismissed(payment?.transactionId ?? null),
  }
}

type Customer = { userId: string; lines: readonly OrderedItem[] }

function paymentFor(order: PendingOrder, { userId, lines }: Customer): StoredPayment | null {
  return order.userId === userId && isOrderForLines(order, lines) ? order.payment : null
}
