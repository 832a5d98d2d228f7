import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '#src/features/auth/auth.queries.ts'

/** Checks the remembered payment once on any page, because a UPI app may have closed the checkout tab. */
export function PendingPaymentCheck(): null {
  const user = useUser()
  const queryClient = useQueryClient()
  const [firstPath] = useState(useLocation({ select: ({ pathname }) => pathname }))
  const userId = user?.id
  useEffect(() => {
    // The checkout opens the dialog, which polls.
    if (!userId || firstPath === '/checkout') return
    void import('./resume-payment.ts').then(({ resumePendingPayment }) => resumePendingPayment(userId, queryClient))
  }, [userId, firstPath, queryClient])
  return null
}
