import type { QueryClient } from '@tanstack/react-query'
import { HttpError } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { canStillSettle } from '#src/features/cart/pending-order.ts'
import { clearPaidCart, usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { fetchPaymentStatus } from './checkout-payment.queries.ts'

/** Asks about the payment that this browser remembers, if there is one worth asking about, and tells what came of it. */
export async function resumePendingPayment(userId: string, queryClient: QueryClient): Promise<void> {
  const isPaid = await askOnce(userId)
  if (isPaid) await queryClient.invalidateQueries(ordersQuery)
}

async function askOnce(userId: string): Promise<boolean> {
  const { order, keep } = usePendingOrder.getState()
  if (!order?.payment || order.userId !== userId) return false
  if (!canStillSettle(order.payment, Date.now())) {
    keep(null)
    return false
  }
  const { success, typedUtr } = await fetchPaymentStatus(order.payment).catch(forgetUnknown)
  // Whoever has typed its number waits for the maker, not for this cart.
  if (success || typedUtr) clearPaidCart()
  if (success) {
    showToast({ title: 'Payment Successful!', description: `Order ${order.orderId} is paid.` })
  }
  return success
}

/** A payment that the server does not know will never be paid. Without an answer the next page asks again. */
function forgetUnknown(error: unknown): { success: false; typedUtr?: string } {
  if (error instanceof HttpError && error.status === 404) usePendingOrder.getState().keep(null)
  else console.warn('The remembered payment could not be asked about:', error)
  return { success: false }
}
