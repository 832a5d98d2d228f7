import { HttpError } from '#src/browser/http-client.ts'
import { isPaymentOpen, type OrderedItem, type PendingOrder } from '#src/features/cart/pending-order.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'

/** Everything that makes an order this order. */
export type OrderContent = Omit<InitiatePayment, 'orderId' | 'replaces'>

type Attempt = { content: OrderContent; userId: string; now: number }

/**
 * The order to pay for this content: the remembered one if it means the same and its window is open, so that a double
 * click or a reload gives the same order and the same payment; else a new one in the place of the remembered one.
 */
export function resolvePendingOrder(kept: PendingOrder | null, { content, userId, now }: Attempt): PendingOrder {
  const hash = contentHash(content)
  const mine = kept?.userId === userId ? kept : null
  if (mine?.content === hash && (!mine.payment || isPaymentOpen(mine.payment, now))) return mine
  return {
    orderId: newOrderId(now),
    userId,
    content: hash,
    items: content.items,
    replaces: mine?.orderId ?? null,
    payment: null,
  }
}

/** The same content under a new number, because the order before can no longer be paid. */
export function renewPendingOrder(order: PendingOrder, now: number): PendingOrder {
  return { ...order, orderId: newOrderId(now), replaces: order.orderId, payment: null }
}

/** Whether the order was placed for exactly these lines. */
export function isOrderForLines(order: PendingOrder, lines: readonly OrderedItem[]): boolean {
  return piecesText(order.items) === piecesText(lines)
}

/** Payments in these states can no longer be paid, and nothing was paid by them. */
const ENDED = ['expired', 'cancelled']

export function isPaymentEnded(status: string): boolean {
  return ENDED.includes(status)
}

export type OrderRejection =
  | { reason: 'price'; message: string; total: number }
  | { reason: 'stock'; message: string; items: Shortage[] }
  | { reason: 'promo'; message: string }
  | { reason: 'already-paid'; message: string }
  | { reason: 'nothing-to-replace'; message: string }
  | { reason: 'other'; message: string }
export type Shortage = { productId: number; available: number }

export const PAYMENT_NOT_STARTED = 'Failed to initiate UPI payment. Please try again.'

/** Why the server did not start the payment. A sentence of the server's is shown only where it refused on purpose. */
export function toOrderRejection(error: unknown): OrderRejection {
  if (!isClientError(error)) return { reason: 'other', message: PAYMENT_NOT_STARTED }
  const { message, total, items, promo, paidOrderId } = answerOf(error)
  if (error.status === 409 && typeof total === 'number') return { reason: 'price', message, total }
  if (error.status === 409 && Array.isArray(items)) return { reason: 'stock', message, items: items.filter(isShortage) }
  if (error.status === 409 && typeof promo === 'object' && promo) return { reason: 'promo', message }
  if (error.status === 409 && typeof paidOrderId === 'string') return { reason: 'already-paid', message }
  if (error.status === 404) return { reason: 'nothing-to-replace', message }
  return { reason: 'other', message }
}

/** Whether the server said no: then nothing was created. Without an answer, or after a failure, nobody knows. */
export function isClientError(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status >= 400 && error.status < 500
}

function answerOf(error: HttpError): Record<string, unknown> & { message: string } {
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

function piecesText(pieces: readonly OrderedItem[]): string {
  return [...pieces]
    .sort((a, b) => a.productId - b.productId)
    .map((item) => `${item.productId}x${item.quantity}`)
    .join()
}

/** Enough to tell a shopper's own few orders apart. Hashed, so that names and addresses stay out of the storage. */
function contentHash(content: OrderContent): string {
  const text = JSON.stringify([piecesText(content.items), { ...content, items: undefined }])
  return `${fnv1a(text, 0x811c9dc5)}${fnv1a(text, 0x9747b28c)}`
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
