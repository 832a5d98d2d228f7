import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { fetchPaymentStatus } from './checkout-payment.queries.ts'

const POLL_INTERVAL_MS = 20_000

/** Polls a payment that an admin confirms by hand, on return to the page and every 20 seconds. */
export function useManualPayment(payment: StoredPayment, onPaid: () => void) {
  const { data } = useQuery({
    queryKey: ['/api/payments/upi/verify', payment.transactionId],
    queryFn: () => fetchPaymentStatus(payment),
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const isPaid = data?.success ?? false
  const handlePaid = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) handlePaid()
  }, [isPaid])
  if (!data)
    return { status: payment.status, submittedUtr: payment.submittedUtr ?? undefined, reservedUntil: payment.expiresAt }
  return { status: data.status, submittedUtr: data.submittedUtr, reservedUntil: data.reservedUntil ?? null }
}
