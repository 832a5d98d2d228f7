import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { AddressesSection } from '#src/features/addresses/addresses-section.tsx'
import { userQuery } from '#src/features/auth/auth.queries.ts'
import { PayNow } from '#src/features/checkout/payment-dialog/pay-now.tsx'
import { CustomerRequests } from '#src/features/custom-orders/customer/customer-requests.tsx'
import { customerRequestsQuery } from '#src/features/custom-orders/customer/quotes.queries.ts'
import { canBeCancelled, canBeReordered } from '#src/features/orders/order-status.ts'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { canBePaid, customerOrdersQuery, orderQuery } from '#src/features/orders/orders.queries.ts'
import { TrackedOrderView, UnknownTrackingLink } from '#src/features/orders/tracking/tracked-order-view.tsx'
import { SubmittedUtrSection } from '#src/features/payments/manual-upi/submitted-utr.tsx'
import { PaymentSummary } from '#src/features/payments/order-payment/payment-summary.tsx'
import { ProblemsSection } from '#src/features/problems/customer/problems-section.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { ConfirmDelivery } from './confirm-delivery.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderDetailsPanel } from './order-details-panel.tsx'
import { ORDERS_PER_PAGE, type OrdersSearch, parseOrdersSearch } from './orders-search.ts'
import { ReorderButton } from './reorder-button.tsx'

export const Route = createFileRoute('/orders')({
  validateSearch: (typed: Record<string, unknown>): OrdersSearch => parseOrdersSearch(typed),
  beforeLoad: async ({ context: { queryClient }, location, search }) => {
    if (search.track) return
    const user = await queryClient.ensureQueryData(userQuery)
    if (!user) throw redirect({ to: '/login', search: { returnTo: location.href } })
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-orders-page.ts')).loadOrdersPage(context.queryClient, deps),
  head: ({ match }) => ({
    meta: [{ title: `${match.search.track ? 'Follow your order' : 'My Orders'} · ${SHOP_NAME}` }],
  }),
  component: OrdersPage,
  notFoundComponent: UnknownTrackingLink,
})

function OrdersPage() {
  const { track } = Route.useSearch()
  return track ? <TrackedOrderView token={track} /> : <MyOrders />
}

function MyOrders() {
  const { shown = ORDERS_PER_PAGE } = Route.useSearch()
  const { data } = useSuspenseInfiniteQuery(customerOrdersQuery)
  const { data: requests } = useSuspenseQuery(customerRequestsQuery)
  const loaded = data.pages.flatMap(({ items }) => items)
  const hasMore = loaded.length > shown || data.pages.at(-1)?.next !== null
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      {loaded.length === 0 && requests.length === 0 ? <NoOrders /> : <h1 className="text-title">My Orders</h1>}
      {requests.length > 0 && <CustomerRequests requests={requests} />}
      {loaded.length > 0 && (
        <>
          {requests.length > 0 && <h2 className="mt-14 text-heading">Placed orders</h2>}
          <Orders orders={loaded.slice(0, shown)} hasMore={hasMore} />
        </>
      )}
      <AddressesSection />
      <p className="mt-12 text-small">
        <a href="/api/auth/my-data" download className="inline-flex min-h-11 items-center underline underline-offset-4">
          Download all my data
        </a>
      </p>
    </main>
  )
}

function NoOrders() {
  return (
    <EmptyState
      as="h1"
      title="No Orders Yet"
      picture="/pictures/ribbon-gift.webp"
      text="Your orders will appear here."
      action={
        <Link to="/products" className={buttonClass()}>
          Start Shopping
        </Link>
      }
    />
  )
}

function Orders({ orders, hasMore }: { orders: Order[]; hasMore: boolean }) {
  const { view, shown = ORDERS_PER_PAGE } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [focusAt, setFocusAt] = useState<number>()
  const opened = useOpenedOrder()
  const openId = opened?.id ?? view
  const linked = opened && !orders.some(({ id }) => id === openId) ? opened : undefined
  function go(change: OrdersSearch) {
    return navigate({ search: (now) => parseOrdersSearch({ ...now, ...change }), resetScroll: false })
  }
  const card = (order: Order, index?: number) => (
    <li key={order.id}>
      <OrderCard
        order={order}
        actions={<OrderActions order={order} />}
        details={order.id === openId && opened && <Details order={opened} view={view} />}
        isOpen={order.id === openId}
        onToggle={() => go({ view: order.id === openId ? undefined : order.id })}
        focusOnArrival={index !== undefined && index === focusAt}
      />
    </li>
  )
  return (
    <>
      {opened === null && <p className="mt-4 text-cocoa-600">Order not found.</p>}
      <ul className="mt-8 grid max-w-4xl gap-6">
        {linked && card(linked)}
        {orders.map(card)}
      </ul>
      {hasMore && (
        <Button
          variant="secondary"
          className="mt-10"
          onClick={() => {
            setFocusAt(shown)
            return go({ shown: shown + ORDERS_PER_PAGE })
          }}
        >
          Load More Orders
        </Button>
      )}
    </>
  )
}

/** The link of a parcel opens the order to several people to which it belongs. Null if there is none. */
function useOpenedOrder() {
  const { view } = Route.useSearch()
  const { data } = useQuery({ ...orderQuery(view ?? ''), enabled: view !== undefined })
  return view === undefined ? undefined : data
}

function OrderActions({ order }: { order: Order }) {
  return (
    <>
      {order.paymentDeadline && <PayWhilePossible order={order} />}
      {order.status === 'shipped' && !order.group && <ConfirmDelivery order={order} />}
      {canBeReordered(order) && <ReorderButton order={order} />}
    </>
  )
}

/** Prices expire, so the button says so instead of failing at payment. */
function PayWhilePossible({ order }: { order: Order }) {
  const [openedAt] = useState(() => Date.now())
  if (canBePaid(order, openedAt)) return <PayNow order={order} />
  return <p className="text-cocoa-600 text-small">Its prices have expired. Please fill your cart again.</p>
}

function Details({ order, view }: { order: OrderDetails; view: string | undefined }) {
  return (
    <OrderDetailsPanel
      order={order}
      parcelId={view === order.id ? undefined : view}
      payment={
        order.payment && (
          <>
            <PaymentSummary payment={order.payment} />
            <SubmittedUtrSection order={order} />
          </>
        )
      }
      problems={<ProblemsSection order={order} />}
      actions={
        canBeCancelled(order) &&
        !order.isReplacement &&
        (!order.group || order.awaitingPayment) && <CancelOrder order={order} />
      }
    />
  )
}
