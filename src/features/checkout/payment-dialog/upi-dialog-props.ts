import type { StoredPayment } from '#src/features/cart/pending-order.ts'

export type UpiDialogProps = {
  payment: StoredPayment
  /** Started before this page was loaded, so it may be paid already. */
  isResumed: boolean
  onPaid: () => void
  onClose: () => void
  /** Closed after the customer submitted a UTR. */
  onUtrSubmitted?: () => void
  /** Starts a new payment in place of an expired one. */
  onRestart: () => void
}
