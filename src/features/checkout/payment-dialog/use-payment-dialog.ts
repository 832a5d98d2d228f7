import { useState } from 'react'
import { isPaymentOpen, type PendingOrder, type StoredPayment } from '#src/features/cart/pending-order.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { isOrderForLines } from '#src/features/checkout/payment-dialog/order-attempt.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'

export function usePaymentDialog(userId: string, lines: readonly CartItem[]) {
  const order = usePendingOrder((state) => state.order)
  const [openedAt] = useState(Date.now)
  const [foundHere] = useState(() => usePendingOrder.getState().order?.payment?.transactionId)
  const [startedHere, setStartedHere] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)

  const payment = order && findPayment(order, { userId, lines })
  const isResumed = payment?.transactionId === foundHere && foundHere !== startedHere
  const isShown = payment && payment.transactionId !== dismissed && (!isResumed || isPaymentOpen(payment, openedAt))
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

type Customer = { userId: string; lines: readonly CartItem[] }

function findPayment(order: PendingOrder, { userId, lines }: Customer): StoredPayment | null {
  return order.userId === userId && isOrderForLines(order, lines) ? order.payment : null
}

export type UpiDialogProps = {
  payment: StoredPayment
  /** Found when the checkout was opened, so it may be paid already. */
  isResumed: boolean
  onPaid: () => void
  onClose: () => void
  onUtrSubmitted?: () => void
  /** Starts a new payment in place of an expired one. */
  onRestart: () => void
}
