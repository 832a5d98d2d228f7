import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { clearPaidCart, usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { startOrderPayment } from './checkout-payment.queries.ts'
import { toOrderRejection } from './order-attempt.ts'

const UpiDialog = lazy(() => import('./upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })))

type PayNowProps = { order: Pick<Order, 'id' | 'orderId'>; onPaid?: () => void }

/** Resumes the running payment of the order, or starts a new one. */
export function PayNow({ order, onPaid }: PayNowProps) {
  const queryClient = useQueryClient()
  const [payment, setPayment] = useState<StartedPayment | null>(null)
  const { mutate, isPending } = useMutation({
    ...startOrderPayment,
    onSuccess: setPayment,
    onError: (error) =>
      showToast({ title: 'Payment Error', description: toOrderRejection(error).message, tone: 'destructive' }),
  })
  function finish() {
    leave()
    showToast({ title: 'Payment Successful!', description: 'Thank you. We will start packing your order.' })
    void queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey })
    onPaid?.()
  }
  function leave() {
    setPayment(null)
    if (usePendingOrder.getState().order?.orderId === order.orderId) clearPaidCart()
  }
  return (
    <>
      <Button
        size="small"
        pending={isPending}
        onClick={() => mutate(order.id)}
        aria-label={`Pay now for ${order.orderId}`}
      >
        {isPending ? 'Processing...' : 'Pay now'}
      </Button>
      {payment && (
        <Suspense>
          <UpiDialog
            key={payment.transactionId}
            payment={payment}
            isResumed={false}
            onPaid={finish}
            onUtrSubmitted={leave}
            onClose={() => setPayment(null)}
            onRestart={() => mutate(order.id)}
          />
        </Suspense>
      )}
    </>
  )
}
