import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { CopyForWhatsApp } from '#src/features/notifications/admin/copy-for-whatsapp.tsx'
import { DeliveryAddress } from '#src/features/orders/customer/order-delivery.tsx'
import { OrderTracking } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { readTrackingFields, TrackingFields } from '#src/features/orders/fulfilment/tracking-fields.tsx'
import { orderChatText } from '#src/features/orders/messages/order-chat-text.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { setOrderTracking } from './admin-orders.queries.ts'

type OfOrder = { order: AdminOrder }

export function AdminDelivery({ order }: OfOrder) {
  const { deliverOn, expectedDelivery, pickup, deliveryMethod, shipOn } = order
  return (
    <>
      {deliverOn && <p className="text-small">The customer chose {formatDay(deliverOn)}.</p>}
      {!pickup && expectedDelivery && (
        <p className="text-small">
          {deliveryMethod === 'same-day' ? 'By our own rider' : 'By courier'}
          {shipOn && `, leaves on ${formatDay(shipOn)}`}. Expected {formatDeliveryWindow(expectedDelivery)}.
        </p>
      )}
      {pickup ? (
        <p className="text-small">
          {[`Pickup ${expectedDelivery ? formatDeliveryWindow(expectedDelivery) : 'at the studio'}`, pickup.hours]
            .filter(Boolean)
            .join(', ')}
        </p>
      ) : (
        <div>
          {order.gift && <p className="text-cocoa-600 text-meta">Recipient of the gift</p>}
          <DeliveryAddress order={order} />
        </div>
      )}
    </>
  )
}

/** The buyer, who is not the recipient of a gift. */
export function CustomerContact({ order }: OfOrder) {
  const { gift, customerName, customerEmail, customerPhone } = order
  return (
    <>
      <div className="text-small">
        {gift && (
          <>
            <p className="text-cocoa-600 text-meta">Customer, who paid</p>
            <p className="font-semibold">{customerName}</p>
            <p>{formatMobile(customerPhone)}</p>
          </>
        )}
        <a href={`mailto:${customerEmail}`} className="inline-flex min-h-11 items-center underline">
          {customerEmail}
        </a>
      </div>
      {customerPhone !== '' && <CopyForWhatsApp text={orderChatText(order)} phone={customerPhone} />}
    </>
  )
}

export function AdminTracking({ order }: OfOrder) {
  const track = useMutation(setOrderTracking)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const tracking = readTrackingFields(event.currentTarget)
    if (tracking) track.mutate({ id: order.id, ...tracking })
  }
  return (
    <>
      <OrderTracking order={order} />
      <form onSubmit={send} className="grid justify-items-start gap-3">
        <TrackingFields tracking={order.tracking} required />
        <Button type="submit" variant="secondary" size="small" pending={track.isPending}>
          {order.tracking ? 'Change number' : 'Add number'}
        </Button>
      </form>
    </>
  )
}
