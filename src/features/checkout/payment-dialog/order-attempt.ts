import { HttpError } from '#src/browser/http-client.ts'
import { contentText, fingerprint } from '#src/core/content-text.ts'
import { toCartItem } from '#src/features/cart/cart-store.ts'
import { isPaymentOpen, type PendingOrder } from '#src/features/cart/pending-order.ts'
import type { CartOrder } from '#src/features/orders/order-form.contract.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'

type Attempt = { content: CartOrder; userId: string; now: number }

/** The remembered order if its content is the same and it is open, so that a double click creates no second one. */
export function resolvePendingOrder(remembered: PendingOrder | null, { content, userId, now }: Attempt): PendingOrder {
  // Names and addresses stay out of the storage.
  const hash = fingerprint(contentText(content))
  const ownOrder = remembered?.userId === userId ? remembered : null
  if (ownOrder?.content === hash && (!ownOrder.payment || isPaymentOpen(ownOrder.payment, now))) return ownOrder
  return {
    orderId: newOrderId(now),
    userId,
    content: hash,
    items: content.items,
    replaces: ownOrder?.orderId ?? null,
    payment: null,
  }
}

/** The same content under a new id, because the old order can no longer be paid. */
export function renewPendingOrder(order: PendingOrder, now: number): PendingOrder {
  return { ...order, orderId: newOrderId(now), replaces: order.orderId, payment: null }
}

export function isOrderForLines(order: PendingOrder, lines: readonly CartItem[]): boolean {
  return contentText(order.items) === contentText(lines.map(toCartItem))
}

export type OrderRejection =
  | { reason: 'price'; message: string; total: number }
  | { reason: 'stock'; message: string; items: Shortage[] }
  | { reason: 'promo'; message: string }
  | { reason: 'date'; message: string }
  | { reason: 'parcels'; message: string; parcels: ParcelRefusal[] }
  | { reason: 'already-paid'; message: string }
  | { reason: 'nothing-to-replace'; message: string }
  | { reason: 'other'; message: string }
export type ParcelRefusal = { index: number; message: string }
export type Shortage = { productId: number; available: number }

export const PAYMENT_NOT_STARTED = 'Failed to initiate UPI payment. Please try again.'

/** The server's message is shown only for an expected refusal. */
export function toOrderRejection(error: unknown): OrderRejection {
  if (!isClientError(error)) return { reason: 'other', message: PAYMENT_NOT_STARTED }
  const { message, total, items, promo, paidOrderId, promise, parcels } = responseOf(error)
  if (error.status === 409 && Array.isArray(parcels)) return { reason: 'parcels', message, parcels }
  if (error.status === 409 && typeof total === 'number') return { reason: 'price', message, total }
  if (error.status === 409 && Array.isArray(items)) return { reason: 'stock', message, items: items.filter(isShortage) }
  if (error.status === 409 && typeof promo === 'object' && promo) return { reason: 'promo', message }
  if (error.status === 409 && typeof promise === 'object' && promise) return { reason: 'date', message }
  if (error.status === 409 && typeof paidOrderId === 'string') return { reason: 'already-paid', message }
  if (error.status === 404) return { reason: 'nothing-to-replace', message }
  return { reason: 'other', message }
}

/** True if the server refused and created nothing. Without an answer, or after a 5xx, the outcome is unknown. */
export function isClientError(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status >= 400 && error.status < 500
}

function responseOf(error: HttpError): Record<string, unknown> & { message: string } {
  const fields: Record<string, unknown> = typeof error.body === 'object' && error.body !== null ? { ...error.body } : {}
  return { ...fields, message: typeof fields.message === 'string' ? fields.message : PAYMENT_NOT_STARTED }
}

function isShortage(item: unknown): item is Shortage {
  if (typeof item !== 'object' || item === null) return false
  return (
    'productId' in item && 'available' in item && Number.isInteger(item.productId) && Number.isInteger(item.available)
  )
}

function newOrderId(now: number): string {
  return `ORD_${now}_${Math.random().toString(36).slice(2, 11)}`
}
