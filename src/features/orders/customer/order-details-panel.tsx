import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OrderTimeline } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { BillingFacts, GiftFacts } from '#src/features/orders/gift/gift-facts.tsx'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { ParcelDocuments } from '#src/features/orders/parcel-map/parcel-documents.tsx'
import { ParcelMap } from '#src/features/orders/parcel-map/parcel-map.tsx'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { toOrderTotals } from '#src/features/pricing/totals/rupee-totals.ts'
import { PolicyLinks } from '#src/features/settings/policies/policy-links.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderDocuments } from './order-documents.tsx'

type OrderDetailsProps = {
  order: OrderDetails
  /** The parcel whose link was opened. */
  parcelId?: string | undefined
  payment: ReactNode
  problems: ReactNode
  actions?: ReactNode
}

export function OrderDetailsPanel({ order, parcelId, payment, problems, actions }: OrderDetailsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 border-line border-t bg-ivory/60 px-5 py-6 sm:grid-cols-2 sm:px-7 sm:py-8">
      <OrderDetailsSection title="What happened">
        <OrderTimeline events={order.timeline} />
        {order.trackingToken && <TrackingLink token={order.trackingToken} />}
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
      {problems}
      <ParcelMap order={order} linkedId={parcelId} />
      <OrderPolicies order={order} />
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

function OrderPolicies({ order: { policiesVersion } }: { order: OrderDetails }) {
  if (policiesVersion === null) return null
  return (
    <div className="sm:col-span-2">
      <PolicyLinks text="The policies that you ordered under:" version={policiesVersion} />
    </div>
  )
}

function TrackingLink({ token }: { token: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small">
      <Link
        to="/orders"
        search={{ track: token }}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Tracking page
      </Link>
      <span className="text-cocoa-600">to share: it shows no address and no price</span>
    </p>
  )
}

export function PriceBreakdown({ order }: { order: Order }) {
  const shippingName = order.deliveryMethod === 'pickup' ? 'Pickup' : undefined
  return <TotalLines totals={toOrderTotals(order)} promoCode={order.promoCode} shippingName={shippingName} />
}
