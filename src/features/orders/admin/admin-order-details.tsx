import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { capitalize } from '#src/core/words.ts'
import { OrderDetailsSection, PriceBreakdown } from '#src/features/orders/customer/order-details-panel.tsx'
import { OrderDocuments } from '#src/features/orders/customer/order-documents.tsx'
import { BillingFacts, GiftFacts } from '#src/features/orders/gift/gift-facts.tsx'
import { canBeTracked } from '#src/features/orders/order-status.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import { ShipmentPanel } from '#src/features/orders/shipments/shipment-panel.tsx'
import { PolicyLinks } from '#src/features/settings/policies/policy-links.tsx'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { AdminDelivery, AdminTracking, CustomerContact } from './admin-order-delivery.tsx'
import { addOrderNote } from './admin-orders.queries.ts'
import { HeatNote } from './heat-badge.tsx'
import { OtherParcels } from './other-parcels.tsx'

type OfOrder = { order: AdminOrder }

type AdminOrderDetailsProps = OfOrder & { onChooseAll: (ids: string[]) => void }

export function AdminOrderDetails({ order, onChooseAll }: AdminOrderDetailsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 border-line border-t bg-ivory/60 px-4 py-6 sm:grid-cols-2 sm:px-7 sm:py-8">
      <OrderDetailsSection title="What happened">
        <Timeline events={order.timeline} />
      </OrderDetailsSection>
      <div className="grid content-start gap-8">
        <OrderDetailsSection title="Internal note">
          <NoteForm order={order} />
        </OrderDetailsSection>
        {order.isBooked && (
          <OrderDetailsSection title="Courier">
            <ShipmentPanel orderId={order.id} canBeBooked={false} />
          </OrderDetailsSection>
        )}
        {order.deliveryMethod !== 'pickup' && canBeTracked(order.status) && (
          <OrderDetailsSection title="Tracking">
            <AdminTracking order={order} />
          </OrderDetailsSection>
        )}
      </div>
      <OrderDetailsSection title="Delivery">
        <HeatNote order={order} />
        <AdminDelivery order={order} />
        <CustomerContact order={order} />
      </OrderDetailsSection>
      <OrderDetailsSection title="Price">
        <PriceBreakdown order={order} />
      </OrderDetailsSection>
      <OrderDetailsSection title="Payment">
        <PaymentFacts order={order} />
        <BillingFacts order={order} />
        <Documents order={order} />
        {order.policiesVersion !== null && (
          <PolicyLinks text="Ordered under these policies:" version={order.policiesVersion} />
        )}
      </OrderDetailsSection>
      {order.group && <OtherParcels order={order} group={order.group} onChooseAll={onChooseAll} />}
      {order.gift && (
        <OrderDetailsSection title="Gift">
          <GiftFacts order={order} />
        </OrderDetailsSection>
      )}
      {order.notes && (
        <OrderDetailsSection title="Special instructions">
          <p className="font-voice text-cocoa-800 italic">“{order.notes}”</p>
        </OrderDetailsSection>
      )}
    </div>
  )
}

function Timeline({ events }: { events: AdminOrder['timeline'] }) {
  return (
    <ol className="grid gap-4">
      {events.map(({ at, kind, text, by, detail }) => (
        <li
          key={`${at} ${kind} ${text} ${detail}`}
          className="grid grid-cols-[auto_1fr] items-baseline gap-x-3.5 text-small"
        >
          <DiamondMark className={`size-2 -translate-y-px ${kind === 'note' ? 'bg-ruby-500' : 'bg-gold-500'}`} />
          <span className="font-semibold">{text}</span>
          {detail && <span className="col-start-2 whitespace-pre-line text-cocoa-800">{detail}</span>}
          <span className="col-start-2 text-cocoa-600 text-meta">
            <time dateTime={at}>{formatDayAndTime(at)}</time>
            {by && `, ${by}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

function NoteForm({ order }: OfOrder) {
  const add = useMutation(addOrderNote)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('text')).trim()
    if (text) add.mutate({ id: order.id, text }, { onSuccess: () => form.reset() })
  }
  return (
    <form onSubmit={send} className="grid justify-items-start gap-3">
      <TextAreaField
        label="Note"
        labelHidden
        name="text"
        required
        maxLength={2000}
        rows={3}
        hint="Only admins see it."
        className="w-full"
      />
      <Button type="submit" variant="secondary" size="small" pending={add.isPending}>
        Add note
      </Button>
    </form>
  )
}

function Documents({ order }: OfOrder) {
  if (order.isSample)
    return <p className="text-cocoa-600 text-small">A sample order for the demo, so it has no invoice.</p>
  return <OrderDocuments order={order} at={`/api/admin/orders/${order.id}`} />
}

function PaymentFacts({ order: { payment, promoCode } }: OfOrder) {
  if (!payment) return <p className="text-small">No payment was started.</p>
  return (
    <dl className="grid gap-3 text-small">
      <Fact name="State">{payment.status === 'failure' ? 'Failed' : capitalize(payment.status)}</Fact>
      {payment.paidAt && <Fact name="Paid on">{formatDayAndTime(payment.paidAt)}</Fact>}
      {payment.upiTxnId && <Fact name="UPI reference">{payment.upiTxnId}</Fact>}
      {promoCode && <Fact name="Promo code">{promoCode}</Fact>}
      {payment.refunded > 0 && (
        <Fact name="Refunded">
          <span className="amount">{formatAmount(payment.refunded)}</span>
        </Fact>
      )}
      {payment.refundDue > 0 && (
        <Fact name="To be refunded">
          <span className="amount text-ruby-700">{formatAmount(payment.refundDue)}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-cocoa-600 text-meta">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
