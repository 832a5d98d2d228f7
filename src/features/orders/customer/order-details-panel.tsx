import type { ReactNode } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import { BillingFacts, GiftFacts } from '#src/features/orders/gift/gift-facts.tsx'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { ParcelDocuments } from '#src/features/orders/parcel-map/parcel-documents.tsx'
import { ParcelMap } from '#src/features/orders/parcel-map/parcel-map.tsx'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderDocuments } from './order-documents.tsx'

type OrderDetailsProps = {
  order: OrderDetails
  /** The parcel whose link was opened. */
  parcelId?: string | undefined
  payment: ReactNode
  actions?: ReactNode
}

export function OrderDetailsPanel({ order, parcelId, payment, actions }: OrderDetailsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 border-line border-t bg-ivory/60 px-5 py-6 sm:grid-cols-2 sm:px-7 sm:py-8">
      <OrderDetailsSection title="What happened">
        <Timeline events={order.timeline} />
      </OrderDetailsSection>
      <OrderDetailsSection title="Price">
        <PriceBreakdown order={order} />
      </OrderDetailsSection>
      {!order.group && (
        <OrderDetailsSection title={order.deliveryMethod === 'pickup' ? 'Pickup' : 'Delivery'}>
          <OrderDelivery order={order} />
        </OrderDetailsSection>
      )}
      <OrderDetailsSection title="Payment">
        {payment}
        <BillingFacts order={order} />
        <OrderDocuments order={order} at={`/api/orders/${order.id}`} />
        <ParcelDocuments parcels={order.parcels} />
      </OrderDetailsSection>
      {order.gift && (
        <OrderDetailsSection title="Gift">
          <GiftFacts order={order} />
        </OrderDetailsSection>
      )}
      {order.notes && (
        <OrderDetailsSection title="Special instructions">
          <p className="font-voice text-cocoa-800 italic [overflow-wrap:anywhere]">“{order.notes}”</p>
        </OrderDetailsSection>
      )}
      <ParcelMap order={order} linkedId={parcelId} />
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
    coolPack: paiseFromRupees(order.coolPack),
    giftWrap: paiseFromRupees(order.giftWrap),
    total: paiseFromRupees(order.total),
  }
  const shippingName = order.deliveryMethod === 'pickup' ? 'Pickup' : undefined
  return <TotalLines totals={totals} promoCode={order.promoCode} shippingName={shippingName} />
}
