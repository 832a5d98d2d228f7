import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '#src/features/account/account.queries.ts'
import { isWorthAsking } from '#src/features/cart/cart-order.rules.ts'
import { forgetPaidCart, useCartOrder } from '#src/features/cart/cart-order.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { HttpError } from '#src/platform/http.ts'
import { notify } from '#src/platform/notify.ts'
import { askForPayment } from './checkout.queries.ts'

/**
 * A UPI app may have killed the tab in which the shopper was paying. At the start of any page the payment that the
 * browser remembers is asked about once; if it is there, the cart is emptied and the payment forgotten.
 */
export function PaidOrderWatcher(): null {
  const user = useUser()
  const queryClient = useQueryClient()
  const [firstPath] = useState(useLocation({ select: ({ pathname }) => pathname }))
  const userId = user?.id
  useEffect(() => {
    // The checkout opens the dialog again, which asks by itself.
    if (!userId || firstPath === '/checkout') return
    void askOnce(userId).then(async (isPaid) => {
      if (isPaid) await queryClient.invalidateQueries(ordersQuery)
    })
  }, [userId, firstPath, queryClient])
  return null
}

async function askOnce(userId: string): Promise<boolean> {
  const { order, keep } = useCartOrder.getState()
  if (!order?.payment || order.userId !== userId) return false
  if (!isWorthAsking(order.payment, Date.now())) {
    keep(null)
    return false
  }
  const { success, typedUtr } = await askForPayment(order.payment).catch(forgetUnknown)
  // Whoever has typed its number waits for the maker, not for this cart.
  if (success || typedUtr) forgetPaidCart()
  if (success) {
    notify({ title: 'Payment Successful!', description: `Order ${order.orderId} is paid.` })
  }
  return success
}

/** A payment that the server does not know will never be paid. Without an answer the next page asks again. */
function forgetUnknown(error: unknown): { success: false; typedUtr?: string } {
  if (error instanceof HttpError && error.status === 404) useCartOrder.getState().keep(null)
  else console.warn('The remembered payment could not be asked about:', error)
  return { success: false }
}
