import type { QueryClient } from '@tanstack/react-query'
import { isWorthAsking } from '#src/features/cart/cart-order.rules.ts'
import { forgetPaidCart, useCartOrder } from '#src/features/cart/cart-order.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { HttpError } from '#src/platform/http.ts'
import { notify } from '#src/platform/notify.ts'
import { askForPayment } from './checkout.queries.ts'

/** Asks about the payment that this browser remembers, if there is one worth asking about, and tells what came of it. */
export async function followRememberedPayment(userId: string, queryClient: QueryClient): Promise<void> {
  const isPaid = await askOnce(userId)
  if (isPaid) await queryClient.invalidateQueries(ordersQuery)
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
