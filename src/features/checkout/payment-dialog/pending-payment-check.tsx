import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '#src/features/auth/auth.queries.ts'

/**
 * A UPI app may have killed the tab in which the shopper was paying. At the start of any page the payment that the
 * browser remembers is asked about once; if it is there, the cart is emptied and the payment forgotten. The code for
 * that comes only to those who are signed in: nobody else can have paid.
 */
export function PendingPaymentCheck(): null {
  const user = useUser()
  const queryClient = useQueryClient()
  const [firstPath] = useState(useLocation({ select: ({ pathname }) => pathname }))
  const userId = user?.id
  useEffect(() => {
    // The checkout opens the dialog again, which asks by itself.
    if (!userId || firstPath === '/checkout') return
    void import('./resume-payment.ts').then(({ resumePendingPayment }) => resumePendingPayment(userId, queryClient))
  }, [userId, firstPath, queryClient])
  return null
}
