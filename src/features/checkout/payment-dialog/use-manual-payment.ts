import { useQuery } from '@tanstack/react-query'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { paymentStatusQuery } from './checkout-payment.queries.ts'
import { usePaid } from './use-payment-polling.ts'

const POLL_INTERVAL_MS = 20_000

/** Polls a payment that an admin confirms by hand, on return to the page and every 20 seconds. */
export function useManualPayment(payment: StoredPayment, onPaid: () => void) {
  const { data } = useQuery({ ...paymentStatusQuery(payment), refetchInterval: POLL_INTERVAL_MS })
  usePaid(data?.success ?? false, onPaid)
  if (!data)
    return { status: payment.status, submittedUtr: payment.submittedUtr ?? undefined, reservedUntil: payment.expiresAt }
  return { status: data.status, submittedUtr: data.submittedUtr, reservedUntil: data.reservedUntil ?? null }
}
