import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { getTrackingUrl } from '#src/features/orders/fulfilment/couriers.ts'
import type { Tracking } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { loadOrderEmailData } from './order-email-data.server.ts'
import {
  orderCancelledMail,
  orderShippedMail,
  orderShippedSms,
  orderTrackingMail,
  shipDayMovedMail,
} from './orders.messages.ts'

/** A returned parcel that is sent again with another number is a new event. */
const shippedKey = (orderId: string, trackingNumber?: string | null) =>
  ['order-shipped', orderId, trackingNumber].filter(Boolean).join(':')

const shippedSmsKey = (orderId: string) => `order-shipped:${orderId}:sms`

export function listOrderMessageKeys({ id, trackingNumber }: Pick<OrderRow, 'id' | 'trackingNumber'>): string[] {
  return [
    `order-paid:${id}:email`,
    `order-paid:${id}:sms`,
    shippedKey(id),
    shippedKey(id, trackingNumber),
    shippedSmsKey(id),
    `order-cancelled:${id}`,
  ]
}

export async function notifyShipped(tx: Db, order: OrderRow, tracking: Tracking | undefined): Promise<void> {
  const mail = orderShippedMail(await loadOrderEmailData(tx, order), tracking && followed(tracking))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: shippedKey(order.id, tracking?.number) })
  if (!isReachable(order)) return
  const sms = { channel: 'sms', to: order.customerPhone, ...orderShippedSms(order) } as const
  await queueMessage(tx, { ...sms, idempotencyKey: shippedSmsKey(order.id) })
}

export async function notifyTrackingNumber(tx: Db, order: OrderRow, tracking: Tracking): Promise<void> {
  const mail = orderTrackingMail(await loadOrderEmailData(tx, order), followed(tracking))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: shippedKey(order.id, tracking.number) })
}

/** Each move is an event of its own, also back to an earlier day. */
export async function notifyShipDayMoved(
  tx: Db,
  order: OrderRow,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const mail = shipDayMovedMail(await loadOrderEmailData(tx, order), reason)
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: `order-ship-day:${order.id}:${now.getTime()}` })
}

export async function notifyCancelled(tx: Db, order: OrderRow): Promise<void> {
  const mail = orderCancelledMail(
    await loadOrderEmailData(tx, order),
    order.paidAt ? paise(order.totalPaise) : undefined,
  )
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: `order-cancelled:${order.id}` })
}

const followed = ({ courier, number }: Tracking) => ({ courier, number, page: getTrackingUrl(courier, number) })

type Mail = { subject: string; text: string; idempotencyKey: string }

/** Queues an email to the confirmed address of the account. The address on the order may be a stranger's. */
export async function queueOrderEmail(tx: Db, order: OrderRow, mail: Mail): Promise<void> {
  if (!isReachable(order)) return
  const account = order.userId ? (await findUserEmails(tx, [order.userId])).get(order.userId) : undefined
  await queueMessage(tx, { channel: 'email', to: account ?? order.customerEmail, ...mail })
}

/** A deleted account has no address, and a sample order never had one. */
const isReachable = (order: OrderRow) => order.customerEmail !== '' && !order.isSample
