import { z } from 'zod'
import { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'

/** A parcel as its tracking link shows it: no names, no address, no price. */
export const TrackedParcel = Order.pick({
  status: true,
  awaitingPayment: true,
  deliveryMethod: true,
  heat: true,
  shipOn: true,
  packedAt: true,
  tracking: true,
}).extend({
  /** Null for an order of one parcel. */
  number: z.int().nullable(),
  expectedDelivery: OrderDetails.shape.expectedDelivery,
  courierState: OrderDetails.shape.courierState,
})
export type TrackedParcel = z.infer<typeof TrackedParcel>

export const TrackedOrder = TrackedParcel.extend({
  orderId: Order.shape.orderId,
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  timeline: OrderDetails.shape.timeline,
  /** The last day on which the link works. */
  endsOn: z.iso.date(),
  /** Of an order to several people, behind the link of the whole order; otherwise empty. */
  parcels: z.array(TrackedParcel),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>
