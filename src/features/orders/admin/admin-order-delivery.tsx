import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { DeliveryAddress } from '#src/features/orders/customer/order-delivery.tsx'
import { OrderTracking } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { readTrackingFields, TrackingFields } from '#src/features/orders/fulfilment/tracking-fields.tsx'
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
        <DeliveryAddress order={order} />
      )}
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
