import type { StoredPayment } from '#src/features/cart/pending-order.ts'

export type UpiDialogProps = {
  payment: StoredPayment
  /** Started before this page was loaded: it may be paid already. */
  isResumed: boolean
  onPaid: () => void
  onClose: () => void
  /** Closed after the shopper has typed the number of a payment that only the maker can see. */
  onUtrSubmitted?: () => void
  /** A new payment in the place of one whose time is over. */
  onRestart: () => void
}
