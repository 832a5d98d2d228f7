import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { fetchPaymentStatus } from './checkout-payment.queries.ts'

const ASK_AGAIN_MS = 20_000

/** How a payment stands that only the maker can see: asked when the shopper comes back, and gently while they look. */
export function useManualPayment(payment: StoredPayment, onPaid: () => void) {
  const { data } = useQuery({
    queryKey: ['/api/payments/upi/verify', payment.transactionId],
    queryFn: () => fetchPaymentStatus(payment),
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const isPaid = data?.success ?? false
  const tell = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) tell()
  }, [isPaid])
  if (!data) return { status: payment.status, typedUtr: payment.typedUtr ?? undefined, keptUntil: payment.expiresAt }
  return { status: data.status, typedUtr: data.typedUtr, keptUntil: data.keptUntil ?? null }
}
