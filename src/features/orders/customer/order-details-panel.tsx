import type { ReactNode } from 'react'
import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatDeliveryWindow, longestPrefixMatch } from '#src/core/delivery-promise.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { OrderTracking } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { OrderDocuments } from './order-documents.tsx'

type OrderDetailsProps = {
  order: OrderDetails
  payment: ReactNode
  actions?: ReactNode
}

export function OrderDetailsPanel({ order, payment, actions }: OrderDetailsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 border-line border-t bg-ivory/60 px-5 py-6 sm:grid-cols-2 sm:px-7 sm:py-8">
      <OrderDetailsSection title="What happened">
        <Timeline events={order.timeline} />
      </OrderDetailsSection>
      <OrderDetailsSection title="Price">
        <PriceBreakdown order={order} />
      </OrderDetailsSection>
      <OrderDetailsSection title="Delivery">
        <DeliveryDays order={order} />
        <OrderTracking order={order} />
        <DeliveryAddress order={order} />
      </OrderDetailsSection>
      <OrderDetailsSection title="Payment">
        {payment}
        <OrderDocuments order={order} at={`/api/orders/${order.id}`} />
      </OrderDetailsSection>
      {order.notes && (
        <OrderDetailsSection title="Special instructions">
          <p className="font-voice text-cocoa-800 italic [overflow-wrap:anywhere]">“{order.notes}”</p>
        </OrderDetailsSection>
      )}
      {actions && <div className="sm:col-span-2">{actions}</div>}
    </div>
  )
}

export function OrderDetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-display text-[1.0625rem]">{title}</h3>
      {children}
    </section>
  )
}

function Timeline({ events }: { events: OrderDetails['timeline'] }) {
  return (
    <ol className="grid gap-4">
      {events.map(({ at, kind, text }) => (
        <li key={`${kind} ${at}`} className="grid grid-cols-[auto_1fr] items-baseline gap-x-3.5 text-small">
          <DiamondMark className="size-2 -translate-y-px bg-gold-500" />
          <span className="font-semibold">{text}</span>
          <time dateTime={at} className="col-start-2 text-cocoa-600 text-meta">
            {formatDayAndTime(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

export function PriceBreakdown({ order }: { order: Order }) {
  const totals = {
    subtotal: paiseFromRupees(order.subtotal),
    discount: paiseFromRupees(order.discount),
    shipping: paiseFromRupees(order.shipping),
    total: paiseFromRupees(order.total),
  }
  return <TotalLines totals={totals} promoCode={order.promoCode} />
}

function DeliveryDays({ order }: { order: OrderDetails }) {
  const { expectedDelivery, readyOn, awaitingPayment, shippingAddress } = order
  const { delivery } = usePublicSettings()
  if (!expectedDelivery) {
    const text = isAwaitingDelivery(order.status) && longestPrefixMatch(delivery.blocked, shippingAddress.pincode)?.text
    return text ? <p className="text-small">{text}</p> : null
  }
  return (
    <p className="text-small">
      {readyOn && <span className="block">Made for you, ready on {formatDay(readyOn)}.</span>}
      {awaitingPayment ? 'If you pay now, expected ' : 'Expected '}
      {formatDeliveryWindow(expectedDelivery)}
    </p>
  )
}

export function DeliveryAddress({ order: { shippingAddress: to, customerPhone } }: { order: Order }) {
  return (
    <address className="text-cocoa-800 text-small not-italic [overflow-wrap:anywhere]">
      <span className="block font-semibold">{`${to.firstName} ${to.lastName}`}</span>
      <span className="block">{to.address}</span>
      {to.landmark && <span className="block">{to.landmark}</span>}
      <span className="block">{`${to.city}, ${to.state} ${to.pincode}`}</span>
      <span className="block">{formatMobile(customerPhone)}</span>
    </address>
  )
}
