import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'

export type OrderedItem = { productId: number; quantity: number }

/** A started payment with everything that its dialog shows. */
export type StoredPayment = {
  transactionId: string
  orderId: string
  amount: number
  paymentUrl: string
  upiLink: string
  qrCode: string
  upiId: string
  payeeName: string
  status: string
  expiresAt: string
  /** The customer submits the UTR and an admin confirms it. */
  isByHand?: boolean
  expectedDelivery?: { from: string; to: string } | null
  typedUtr?: string | null
}

/** The order that the cart became at checkout. */
export type PendingOrder = {
  orderId: string
  userId: string
  /** Hash of the content; other content is another order. */
  content: string
  items: OrderedItem[]
  /** The earlier unpaid order that this one replaces. */
  replaces: string | null
  /** Null until the server has answered. */
  payment: StoredPayment | null
}

/** Banks settle late payments for up to three days. */
const LATE_SETTLEMENT_MS = 72 * 3_600_000

export function isPaymentOpen({ expiresAt }: Pick<StoredPayment, 'expiresAt'>, now: number): boolean {
  return Date.parse(expiresAt) > now
}

export function canStillSettle({ expiresAt }: Pick<StoredPayment, 'expiresAt'>, now: number): boolean {
  return Date.parse(expiresAt) + LATE_SETTLEMENT_MS > now
}

/** Validates the stored order field by field, because anyone can edit it. */
export function parsePendingOrder(text: string | null): PendingOrder | null {
  const order = asRecord(asRecord(asRecord(parseJsonOrNull(text)).state).order)
  const { orderId, userId, content, items, replaces, payment } = order
  if (!isText(orderId) || !isText(userId) || !isText(content) || !Array.isArray(items)) return null
  const orderedItems = items.map(parseItem).filter((item) => item !== null)
  return {
    orderId,
    userId,
    content,
    items: orderedItems,
    replaces: isText(replaces) ? replaces : null,
    payment: parsePayment(payment),
  }
}

function parseItem(stored: unknown): OrderedItem | null {
  const { productId, quantity } = asRecord(stored)
  return typeof productId === 'number' && typeof quantity === 'number' ? { productId, quantity } : null
}

const TEXTS = ['transactionId', 'orderId', 'upiId', 'payeeName', 'status'] as const

function parsePayment(stored: unknown): StoredPayment | null {
  const { amount, paymentUrl, upiLink, qrCode, expiresAt, isByHand, expectedDelivery, ...texts } = asRecord(stored)
  const [transactionId, orderId, upiId, payeeName, status] = TEXTS.map((name) =>
    isText(texts[name]) ? texts[name] : '',
  )
  if (!transactionId || !orderId || !upiId || !payeeName || !status || typeof amount !== 'number') return null
  // These become links and an image, so only these schemes are allowed.
  if (!isText(paymentUrl, /^(https?|upi):/i) || !isText(upiLink, /^upi:/i) || !isText(qrCode, /^data:image\//))
    return null
  if (!isTimestamp(expiresAt)) return null
  const known = { transactionId, orderId, amount, paymentUrl, upiLink, qrCode, upiId, payeeName, status, expiresAt }
  const { from, to } = asRecord(expectedDelivery)
  return {
    ...known,
    ...(isByHand === true && { isByHand }),
    ...(isTimestamp(from) && isTimestamp(to) && { expectedDelivery: { from, to } }),
  }
}

const isTimestamp = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value))

function isText(value: unknown, shape = /./): value is string {
  return typeof value === 'string' && shape.test(value)
}
