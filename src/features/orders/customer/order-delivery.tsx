import { formatDay, shopDay } from '#src/core/dates.ts'
import { longestPrefixMatch } from '#src/core/delivery/delivery-window.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { OrderTracking } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { describeCourierState } from '#src/features/orders/shipments/courier-sentences.ts'
import { describeLateness } from '#src/features/orders/tracking/tracking-sentences.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { expectedText, heatSentence } from './delivery-sentences.ts'

/** When and how the order comes, or where it is picked up. */
export function OrderDelivery({ order }: { order: OrderDetails }) {
  return (
    <>
      <DeliveryDays order={order} />
      {order.pickup ? (
        <Pickup pickup={order.pickup} />
      ) : (
        <>
          <OrderTracking order={order} />
          <DeliveryAddress order={order} />
        </>
      )}
    </>
  )
}

function DeliveryDays({ order }: { order: OrderDetails }) {
  const { expectedDelivery, readyOn, shippingAddress, deliverOn, courierState } = order
  const { delivery } = usePublicSettings()
  const isMade = order.items.some(({ product }) => product.id === null)
  const heat = heatSentence(order)
  const today = shopDay(new Date())
  const news = order.status === 'shipped' && describeCourierState(courierState, today)
  if (!expectedDelivery) {
    const text = isAwaitingDelivery(order.status) && longestPrefixMatch(delivery.blocked, shippingAddress.pincode)?.text
    return text ? <p className="text-small">{text}</p> : null
  }
  const late = order.awaitingPayment ? undefined : describeLateness(order, expectedDelivery, today)
  return (
    <p className="text-small">
      {readyOn && (
        <span className="block">
          {isMade ? 'Made for you, ready' : 'Ready'} on {formatDay(readyOn)}.
        </span>
      )}
      {heat && <span className="block">{heat}</span>}
      {deliverOn === expectedDelivery.to && <span className="block">You chose {formatDay(deliverOn)}.</span>}
      {news ? <span className="font-semibold">{news}</span> : (late ?? expectedText(order, expectedDelivery))}
    </p>
  )
}

function Pickup({ pickup: { code, address, note } }: { pickup: NonNullable<OrderDetails['pickup']> }) {
  return (
    <>
      <address className="text-cocoa-800 text-small not-italic [overflow-wrap:anywhere]">
        <span className="block">{address}</span>
        {note && <span className="block">{note}</span>}
      </address>
      {code && (
        <div className="grid justify-items-start gap-1 self-start border border-gold-500 bg-white px-5 py-3.5">
          <p className="text-cocoa-600 text-meta">Your pickup code</p>
          <p className="font-semibold text-subtitle tabular-nums tracking-[0.12em]">{code}</p>
          <p className="text-cocoa-600 text-small">Please show it at the studio.</p>
        </div>
      )}
    </>
  )
}

export function DeliveryAddress({ order: { shippingAddress: to, customerPhone, gift } }: { order: Order }) {
  return (
    <address className="text-cocoa-800 text-small not-italic [overflow-wrap:anywhere]">
      <span className="block font-semibold">{`${to.firstName} ${to.lastName}`}</span>
      <span className="block">{to.address}</span>
      {to.landmark && <span className="block">{to.landmark}</span>}
      <span className="block">{`${to.city}, ${to.state} ${to.pincode}`}</span>
      <span className="block">{formatMobile(gift?.recipientPhone ?? customerPhone)}</span>
    </address>
  )
}
