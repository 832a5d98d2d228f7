import type { QueryClient } from '@tanstack/react-query'
import { HttpError } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { canStillSettle } from '#src/features/cart/pending-order.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { clearPaidOrder } from '#src/features/checkout/form/checkout-draft.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { fetchPaymentStatus } from './checkout-payment.queries.ts'

export async function resumePendingPayment(userId: string, queryClient: QueryClient): Promise<void> {
  const isPaid = await checkOnce(userId)
  if (isPaid) await queryClient.invalidateQueries(ordersQuery)
}

async function checkOnce(userId: string): Promise<boolean> {
  const { order, setOrder } = usePendingOrder.getState()
  if (!order?.payment || order.userId !== userId) return false
  if (!canStillSettle(order.payment, Date.now())) {
    setOrder(null)
    return false
  }
  const { success, submittedUtr } = await fetchPaymentStatus(order.payment).catch(clearUnknown)
  // With a submitted UTR the payment waits for the admin, no longer for this cart.
  if (success || submittedUtr) clearPaidOrder(userId)
  if (success) {
    showToast({ title: 'Payment Successful!', description: `Order ${order.orderId} is paid.` })
  }
  return success
}

/** An unknown payment can never be paid. Without an answer, the next page asks again. */
function clearUnknown(error: unknown): { success: false; submittedUtr?: string } {
  if (error instanceof HttpError && error.status === 404) usePendingOrder.getState().setOrder(null)
  else console.warn('Could not check the pending payment:', error)
  return { success: false }
}
