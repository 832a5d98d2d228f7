import type { ReactNode } from 'react'
import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { narrowest, windowText } from '#src/core/delivery-promise.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import { TotalLines } from '#src/features/cart/order-summary.tsx'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Facet } from '#src/ui/facet.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderTracking } from './order-tracking.tsx'
import type { Order, OrderDetails } from './orders.contract.ts'
import { isOnItsWay } from './orders.rules.ts'

type OrderDetailsProps = {
  order: OrderDetails
  /** How its money stands. */
  payment: ReactNode
  actions?: ReactNode
}

/** Everything about one order, below its card. */
export function OrderDetailsPanel({ order, payment, actions }: OrderDetailsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 border-line border-t bg-ivory/60 px-5 py-6 sm:grid-cols-2 sm:px-7 sm:py-8">
      <Part title="What happened">
        <Timeline moments={order.timeline} />
      </Part>
      <Part title="Price">
        <PriceSplit order={order} />
      </Part>
      <Part title="Delivery">
        <DeliveryDays order={order} />
        <OrderTracking order={order} />
        <Address order={order} />
      </Part>
      <Part title="Payment">
        {payment}
        <OrderDocuments order={order} at={`/api/orders/${order.id}`} />
      </Part>
      {order.notes && (
        <Part title="Special instructions">
          <p className="font-voice text-cocoa-800 italic [overflow-wrap:anywhere]">“{order.notes}”</p>
        </Part>
      )}
      {actions && <div className="sm:col-span-2">{actions}</div>}
    </div>
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-display text-[1.0625rem]">{title}</h3>
      {children}
    </section>
  )
}

function Timeline({ moments }: { moments: OrderDetails['timeline'] }) {
  return (
    <ol className="grid gap-4">
      {moments.map(({ at, kind, text }) => (
        <li key={`${kind} ${at}`} className="grid grid-cols-[auto_1fr] items-baseline gap-x-3.5 text-small">
          <Facet className="size-2 -translate-y-px bg-gold-500" />
          <span className="font-semibold">{text}</span>
          <time dateTime={at} className="col-start-2 text-cocoa-600 text-meta">
            {formatDayAndTime(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

export function PriceSplit({ order }: { order: Order }) {
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
    const text = isOnItsWay(order.status) && narrowest(delivery.blocked, shippingAddress.pincode)?.text
    return text ? <p className="text-small">{text}</p> : null
  }
  return (
    <p className="text-small">
      {readyOn && <span className="block">Made for you, ready on {formatDay(readyOn)}.</span>}
      {awaitingPayment ? 'If you pay now, expected ' : 'Expected '}
      {windowText(expectedDelivery)}
    </p>
  )
}

export function Address({ order: { shippingAddress: to, customerPhone } }: { order: Order }) {
  return (
    <address className="text-cocoa-800 text-small not-italic [overflow-wrap:anywhere]">
      <span className="block font-semibold">{`${to.firstName} ${to.lastName}`}</span>
      <span className="block">{to.address}</span>
      {to.landmark && <span className="block">{to.landmark}</span>}
      <span className="block">{`${to.city}, ${to.state} ${to.pincode}`}</span>
      <span className="block">{customerPhone}</span>
    </address>
  )
}
