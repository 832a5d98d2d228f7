import ChevronDown from 'lucide-react/icons/chevron-down'
import { formatDay, shopDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatAmount } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { CancelParcel } from '#src/features/orders/customer/cancel-order.tsx'
import { ConfirmDelivery } from '#src/features/orders/customer/confirm-delivery.tsx'
import { heatSentence } from '#src/features/orders/customer/delivery-sentences.ts'
import { OrderDocuments } from '#src/features/orders/customer/order-documents.tsx'
import { OrderTracking } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { canBeCancelled, canBeTracked } from '#src/features/orders/order-status.ts'
import { OrderStatusBadge } from '#src/features/orders/order-status-badge.tsx'
import type { OrderParcel } from '#src/features/orders/orders.contract.ts'
import { describeCourierState } from '#src/features/orders/shipments/courier-sentences.ts'

type ParcelRowProps = { parcel: OrderParcel; contents: string | undefined; isLinked: boolean }

export function ParcelRow({ parcel, contents, isLinked }: ParcelRowProps) {
  const { number, shippingAddress: to, status, packedAt, total, tracking } = parcel
  const heat = heatSentence(parcel)
  return (
    <li className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <details open={isLinked} ref={isLinked ? scrollTo : undefined} className="group [overflow-wrap:anywhere]">
        <summary className="grid min-h-11 cursor-pointer grid-cols-[2.25rem_minmax(0,1fr)_auto_auto] items-baseline gap-x-2 gap-y-1 px-4 py-3 text-small hover:bg-ivory/60">
          <span className="text-cocoa-600 tabular-nums">{number}</span>
          <span id={`parcel-${parcel.id}`} tabIndex={-1} className="font-semibold">
            {`${to.firstName} ${to.lastName}`}
          </span>
          <span className="justify-self-end">
            <OrderStatusBadge {...parcel} />
          </span>
          <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-5 self-center group-open:rotate-180" />
          <span className="col-start-2 col-end-4 text-cocoa-600 sm:col-end-3">
            {`${to.city} ${to.pincode}`}
            <span className="block">{whenOf(parcel)}</span>
            {contents && <span className="block text-cocoa-900">{contents}</span>}
            {tracking && canBeTracked(status) && (
              <span className="block">{`${tracking.courier} ${tracking.number}`}</span>
            )}
          </span>
          <span className="col-start-2 col-end-4 flex flex-wrap gap-x-3 sm:col-start-3 sm:block sm:text-right">
            <span className="amount">{formatAmount(total)}</span>
            <RefundWords parcel={parcel} />
          </span>
        </summary>
        <div className="grid gap-4 px-4 pt-2 pb-5 pl-15 sm:grid-cols-2">
          <div className="grid content-start gap-3 text-small">
            <address className="not-italic">
              <span className="block">{to.address}</span>
              {to.landmark && <span className="block">{to.landmark}</span>}
              <span className="block">{`${to.city}, ${to.state} ${to.pincode}`}</span>
              {parcel.gift && <span className="block">{formatMobile(parcel.gift.recipientPhone)}</span>}
            </address>
            {heat && <p>{heat}</p>}
            <OrderTracking order={parcel} />
          </div>
          <CardWords parcel={parcel} />
          <OrderDocuments
            order={{ documents: parcel.documents, legacyWithoutInvoice: false }}
            at={`/api/orders/${parcel.id}`}
          />
          <div className="flex flex-wrap items-center gap-3">
            {status === 'shipped' && <ConfirmDelivery order={parcel} isParcel />}
            {status === 'processing' && canBeCancelled({ status, packedAt }) && <CancelParcel parcel={parcel} />}
          </div>
        </div>
      </details>
    </li>
  )
}

const scrollTo = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

function whenOf({ expectedDelivery, deliverOn, awaitingPayment, status, courierState }: OrderParcel): string {
  const news = status === 'shipped' && describeCourierState(courierState, shopDay(new Date()))
  if (news) return news
  if (!expectedDelivery) return status === 'processing' ? 'Delivery by arrangement' : ''
  const chosen = deliverOn === expectedDelivery.to ? `You chose ${formatDay(deliverOn)}` : null
  return chosen ?? `${awaitingPayment ? 'Planned' : 'Expected'} ${formatDeliveryWindow(expectedDelivery)}`
}

function RefundWords({ parcel: { refund } }: { parcel: OrderParcel }) {
  return (
    <>
      {refund.due > 0 && (
        <span className="text-cocoa-600 sm:block">{`${formatAmount(refund.due)} will be refunded`}</span>
      )}
      {refund.done > 0 && <span className="text-cocoa-600 sm:block">{`${formatAmount(refund.done)} refunded`}</span>}
    </>
  )
}

function CardWords({ parcel: { gift } }: { parcel: OrderParcel }) {
  if (!gift?.message) return null
  return (
    <blockquote className="whitespace-pre-line border-gold-500 border-l-2 pl-3 font-voice text-cocoa-800 text-small italic">
      {gift.message}
      {gift.from && <span className="block not-italic">{gift.from}</span>}
    </blockquote>
  )
}
