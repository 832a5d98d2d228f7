import { and, asc, eq, ne } from 'drizzle-orm'
import { getTrackingUrl } from '#src/core/couriers.ts'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import type { RenderedSms } from '#src/features/notifications/channels/sms-templates.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { listDeliveryStatus } from '#src/features/notifications/outbox/delivery-status.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import type { Tracking } from '#src/features/orders/orders.contract.ts'
import { type OrderRow, payingOrderId } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { loadOrderEmailData, trackingUrl } from './order-email-data.server.ts'
import {
  giftOnItsWaySms,
  orderCancelledMail,
  orderHeldMail,
  orderShippedMail,
  orderShippedSms,
  orderTrackingMail,
  parcelsShippedMail,
  pickupReadyMail,
  pickupReadySms,
  shipDayMovedMail,
} from './orders.messages.ts'

/** A returned parcel that is sent again with another number is a new event. */
const shippedKey = (orderId: string, trackingNumber?: string | null) =>
  ['order-shipped', orderId, trackingNumber].filter(Boolean).join(':')

export const deliveredKey = (orderId: string) => `order-delivered:${orderId}`

const pickupKey = (orderId: string) => `pickup-ready:${orderId}`

const giftSmsKey = (orderId: string) => `gift-on-its-way:${orderId}:sms`

const TEXTS = ['sms', 'whatsapp'] as const

/** Parcels of one order that leave on one day are one event. */
const parcelsShippedKey = (groupId: string, shipOn: string | null) => `parcels-shipped:${groupId}:${shipOn}`

const heldKey = (orderId: string, week: number) => `order-held:${orderId}:${week}`

/** How many whole weeks ago an order was paid. */
export function countWeeksSincePayment({ paidAt }: Pick<OrderRow, 'paidAt'>, now: Date): number {
  return paidAt ? Math.floor((now.getTime() - paidAt.getTime()) / (7 * 86_400_000)) : 0
}

type Notified = Pick<OrderRow, 'id' | 'groupId' | 'shipOn' | 'trackingNumber' | 'paidAt' | 'heatRemindedAt'>

export function listOrderMessageKeys({ id, groupId, shipOn, ...order }: Notified): string[] {
  const { trackingNumber, paidAt, heatRemindedAt } = order
  const payingId = payingOrderId({ id, groupId })
  const weeks = heatRemindedAt ? countWeeksSincePayment({ paidAt }, heatRemindedAt) : 0
  return [
    ...Array.from({ length: weeks }, (_, week) => heldKey(payingId, week + 1)),
    `order-paid:${payingId}:email`,
    ...TEXTS.map((channel) => `order-paid:${payingId}:${channel}`),
    ...(groupId === null ? [] : [parcelsShippedKey(groupId, shipOn)]),
    shippedKey(id),
    shippedKey(id, trackingNumber),
    giftSmsKey(id),
    pickupKey(id),
    deliveredKey(id),
    ...TEXTS.flatMap((channel) => [`order-shipped:${id}:${channel}`, `${pickupKey(id)}:${channel}`]),
    `order-cancelled:${id}`,
  ]
}

export async function notifyShipped(tx: Db, order: OrderRow, tracking: Tracking | undefined): Promise<void> {
  if (order.groupId !== null) return notifyParcelShipped(tx, order, order.groupId)
  const mail = orderShippedMail(await loadOrderEmailData(tx, order), tracking && followed(tracking))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: shippedKey(order.id, tracking?.number) })
  if (!isReachable(order)) return
  await queueOrderText(tx, order, { ...orderShippedSms(order), idempotencyKey: `order-shipped:${order.id}` })
  if (order.gift) await notifyRecipient(tx, order.id, order.gift)
}

/** One email for all parcels that leave on a day; the page of the order tracks each. */
async function notifyParcelShipped(tx: Db, order: OrderRow, groupId: string): Promise<void> {
  const idempotencyKey = parcelsShippedKey(groupId, order.shipOn)
  if ((await listDeliveryStatus(tx, [idempotencyKey])).length === 0) {
    const parcels = await listParcels(tx, groupId)
    const [ofDay, first] = [parcels.filter(({ shipOn }) => shipOn === order.shipOn), parcels.find(isFirst)]
    const data = await loadOrderEmailData(tx, order, ofDay)
    const mail = parcelsShippedMail({ ...data, trackingLink: first ? trackingUrl(first) : null }, parcels.length)
    await queueOrderEmail(tx, order, { ...mail, idempotencyKey })
  }
  if (order.gift && isReachable(order)) await notifyRecipient(tx, order.id, order.gift)
}

const isFirst = ({ id, groupId }: OrderRow) => id === groupId

async function listParcels(tx: Db, groupId: string): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.groupId, groupId), ne(orders.status, 'cancelled')))
    .orderBy(asc(orders.parcelNumber))
}

async function notifyRecipient(tx: Db, orderId: string, gift: Gift): Promise<void> {
  const sms = giftOnItsWaySms(gift)
  if (!sms) return
  const idempotencyKey = giftSmsKey(orderId)
  await queueMessage(tx, { channel: 'sms', to: gift.recipientPhone, ...sms, idempotencyKey })
}

/** Only once: an order that is packed again has the same code. */
export async function notifyReadyForPickup(tx: Db, order: OrderRow): Promise<void> {
  const mail = pickupReadyMail(await loadOrderEmailData(tx, order))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: pickupKey(order.id) })
  if (!isReachable(order) || order.pickupCode === null) return
  const sms = pickupReadySms({ reference: order.reference, pickupCode: order.pickupCode })
  await queueOrderText(tx, order, { ...sms, idempotencyKey: pickupKey(order.id) })
}

/** The page shows the tracking numbers of several parcels. */
export async function notifyTrackingNumber(tx: Db, order: OrderRow, tracking: Tracking): Promise<void> {
  if (order.groupId !== null) return
  const mail = orderTrackingMail(await loadOrderEmailData(tx, order), followed(tracking))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: shippedKey(order.id, tracking.number) })
}

/** Each move is an event of its own, also back to an earlier day. */
export async function notifyShipDayMoved(
  tx: Db,
  order: OrderRow,
  { before, reason, now }: { before: string | null; reason: string; now: Date },
): Promise<void> {
  const mail = shipDayMovedMail(await loadOrderEmailData(tx, order), { before, reason })
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: `order-ship-day:${order.id}:${now.getTime()}` })
}

export async function notifyStillHeld(tx: Db, order: OrderRow, week: number): Promise<void> {
  const mail = orderHeldMail(await loadOrderEmailData(tx, order))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: heldKey(payingOrderId(order), week) })
}

type Cancelled = { parcels: readonly OrderRow[]; refunded: Paise; by: 'admin' | 'customer'; reason: string | undefined }

/** `parcels` are all that are cancelled with the order. The customer reads the reason of an admin. */
export async function notifyCancelled(tx: Db, order: OrderRow, cancelled: Cancelled): Promise<void> {
  const { parcels, refunded, by, reason } = cancelled
  const paid = order.paidAt ? { total: paise(order.totalPaise), refunded } : undefined
  const what = { by, reason, paid: order.replacesOrderId ? ('replacement' as const) : paid }
  const mail = orderCancelledMail(await loadOrderEmailData(tx, order, parcels), what)
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: `order-cancelled:${order.id}` })
}

const followed = ({ courier, number }: Tracking) => ({ courier, number, page: getTrackingUrl(courier, number) })

type OrderText = RenderedSms & { idempotencyKey: string }

/** Queues an SMS to the customer, and the same on WhatsApp if the customer asked for it. */
export async function queueOrderText(tx: Db, order: OrderRow, { idempotencyKey, ...text }: OrderText): Promise<void> {
  for (const channel of TEXTS) {
    if (channel === 'whatsapp' && !order.onWhatsApp) continue
    const message = { channel, to: order.customerPhone, ...text, secrets: secretsOf(order) }
    await queueMessage(tx, { ...message, idempotencyKey: `${idempotencyKey}:${channel}` })
  }
}

type OrderEmail = Mail & { idempotencyKey: string }

/** Queues an email to the confirmed address of the account. The address on the order may be a stranger's. */
export async function queueOrderEmail(tx: Db, order: OrderRow, mail: OrderEmail): Promise<void> {
  if (!isReachable(order)) return
  const account = order.userId ? (await findUserEmails(tx, [order.userId])).get(order.userId) : undefined
  await queueMessage(tx, { channel: 'email', to: account ?? order.customerEmail, ...mail, secrets: secretsOf(order) })
}

/** Admins read sent messages, but not the code that proves who picks up. */
const secretsOf = ({ pickupCode }: OrderRow) => (pickupCode === null ? [] : [pickupCode])

/** A deleted account has no address, and a sample order never had one. */
const isReachable = (order: OrderRow) => order.customerEmail !== '' && !order.isSample
