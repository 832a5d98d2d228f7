import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { expectedText } from '#src/features/orders/customer/delivery-sentences.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { orderQuery, ordersQuery } from '#src/features/orders/orders.queries.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { startOrderPayment } from './checkout-payment.queries.ts'
import { toOrderRejection } from './order-attempt.ts'

const UpiDialog = lazy(() => import('./upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })))

const clearPaid = async (userId: string) =>
  (await import('#src/features/checkout/form/checkout-draft.ts')).clearPaidOrder(userId)

type PayNowProps = { order: Pick<Order, 'id' | 'orderId'>; onPaid?: () => void }

/** Resumes the running payment of the order, or starts a new one, for the date that it shows. */
export function PayNow({ order, onPaid }: PayNowProps) {
  const queryClient = useQueryClient()
  const [payment, setPayment] = useState<StartedPayment | null>(null)
  const { mutate, isPending } = useMutation({
    ...startOrderPayment,
    onSuccess: setPayment,
    onError: (error) => {
      showToast({ title: 'Payment Error', description: toOrderRejection(error).message, tone: 'destructive' })
      void queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey })
    },
  })
  const { data: shown } = useQuery(orderQuery(order.id))
  const pay = () => mutate({ orderId: order.id, deliverTo: shown?.expectedDelivery?.to })
  function finish() {
    leave()
    showToast({ title: 'Payment Successful!', description: 'Thank you. We will start packing your order.' })
    void queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey })
    onPaid?.()
  }
  function leave() {
    setPayment(null)
    const pending = usePendingOrder.getState().order
    if (pending?.orderId === order.orderId) void clearPaid(pending.userId)
  }
  return (
    <>
      {shown?.expectedDelivery && <p className="text-small">{expectedText(shown, shown.expectedDelivery)}</p>}
      <Button size="small" pending={isPending} onClick={pay} aria-label={`Pay now for ${order.orderId}`}>
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
            onRestart={pay}
          />
        </Suspense>
      )}
    </>
  )
}
