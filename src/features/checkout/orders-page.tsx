import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { userQuery } from '#src/features/account/account.queries.ts'
import { forgetPaidCart, useCartOrder } from '#src/features/cart/cart-order.ts'
import { OrderCard } from '#src/features/orders/order-card.tsx'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { notify } from '#src/platform/notify.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { payOrder } from './checkout.queries.ts'
import { refusalOf } from './checkout.rules.ts'

const UpiDialog = lazy(() => import('./upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })))

export const Route = createFileRoute('/orders')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    if (!user) throw redirect({ to: '/login', search: { returnTo: '/orders' } })
  },
  // An order moves on without its shopper, so every visit asks anew.
  loader: ({ context: { queryClient } }) => queryClient.fetchQuery({ ...ordersQuery, staleTime: 0 }),
  head: () => ({ meta: [{ title: `My Orders · ${SHOP_NAME}` }] }),
  component: OrdersPage,
})

function OrdersPage() {
  const { data: orders } = useSuspenseQuery(ordersQuery)
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      {orders.length === 0 ? <NoOrders /> : <Orders orders={orders} />}
    </main>
  )
}

function NoOrders() {
  return (
    <EmptyState
      as="h1"
      title="No Orders Yet"
      text="What you buy from us stands here, with everything that happens to it."
      action={
        <Link to="/products" className={buttonClass()}>
          Start Shopping
        </Link>
      }
    />
  )
}

function Orders({ orders }: { orders: Order[] }) {
  return (
    <>
      <h1 className="text-title">My Orders</h1>
      <ul className="mt-8 grid max-w-4xl gap-6">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} action={order.awaitingPayment && <PayNow order={order} />} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Goes on with the payment that is running for the order, or starts a new one. */
function PayNow({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  const [payment, setPayment] = useState<StartedPayment | null>(null)
  const { mutate, isPending } = useMutation({
    ...payOrder,
    onSuccess: setPayment,
    onError: (error) => notify({ title: 'Payment Error', description: refusalOf(error).message, tone: 'destructive' }),
  })
  function finish() {
    setPayment(null)
    if (useCartOrder.getState().order?.orderId === order.orderId) forgetPaidCart()
    notify({ title: 'Payment Successful!', description: 'Thank you. We begin to pack your order.' })
    void queryClient.invalidateQueries(ordersQuery)
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
            onClose={() => setPayment(null)}
            onRestart={() => mutate(order.id)}
          />
        </Suspense>
      )}
    </>
  )
}
