import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'

export type OrderedItem = { productId: number; quantity: number }

/** A payment that was started and not heard of since: everything that its dialog shows. */
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
  /** The shopper types the number of the payment, and the maker looks for it. */
  isByHand?: boolean
  /** Between which days it arrives. */
  expectedDelivery?: { from: string; to: string } | null
  typedUtr?: string | null
}

/** The order that the cart became when the shopper went to pay. */
export type PendingOrder = {
  orderId: string
  userId: string
  /** What was ordered, hashed: other content is another order. */
  content: string
  items: OrderedItem[]
  /** The earlier unpaid order that this one stands in for. */
  replaces: string | null
  /** Null as long as nobody knows whether the server took the order. */
  payment: StoredPayment | null
}

/** How long after its window a payment is still asked about: banks settle late for three days. */
const LATE_MONEY_MS = 72 * 3_600_000

/** Whether its pieces are still held for it. */
export function isPaymentOpen({ expiresAt }: Pick<StoredPayment, 'expiresAt'>, now: number): boolean {
  return Date.parse(expiresAt) > now
}

export function canStillSettle({ expiresAt }: Pick<StoredPayment, 'expiresAt'>, now: number): boolean {
  return Date.parse(expiresAt) + LATE_MONEY_MS > now
}

/** The order as the browser kept it, looked at field by field because anyone can have written there. */
export function parsePendingOrder(text: string | null): PendingOrder | null {
  const order = asRecord(asRecord(asRecord(parseJsonOrNull(text)).state).order)
  const { orderId, userId, content, items, replaces, payment } = order
  if (!isText(orderId) || !isText(userId) || !isText(content) || !Array.isArray(items)) return null
  const pieces = items.map(readPieces).filter((item) => item !== null)
  return {
    orderId,
    userId,
    content,
    items: pieces,
    replaces: isText(replaces) ? replaces : null,
    payment: readPayment(payment),
  }
}

function readPieces(kept: unknown): OrderedItem | null {
  const { productId, quantity } = asRecord(kept)
  return typeof productId === 'number' && typeof quantity === 'number' ? { productId, quantity } : null
}

const TEXTS = ['transactionId', 'orderId', 'upiId', 'payeeName', 'status'] as const

function readPayment(kept: unknown): StoredPayment | null {
  const { amount, paymentUrl, upiLink, qrCode, expiresAt, isByHand, expectedDelivery, ...texts } = asRecord(kept)
  const [transactionId, orderId, upiId, payeeName, status] = TEXTS.map((name) =>
    isText(texts[name]) ? texts[name] : '',
  )
  if (!transactionId || !orderId || !upiId || !payeeName || !status || typeof amount !== 'number') return null
  // These become links and a picture: nothing else may stand there.
  if (!isText(paymentUrl, /^(https?|upi):/i) || !isText(upiLink, /^upi:/i) || !isText(qrCode, /^data:image\//))
    return null
  if (!isMoment(expiresAt)) return null
  const known = { transactionId, orderId, amount, paymentUrl, upiLink, qrCode, upiId, payeeName, status, expiresAt }
  const { from, to } = asRecord(expectedDelivery)
  return {
    ...known,
    ...(isByHand === true && { isByHand }),
    ...(isMoment(from) && isMoment(to) && { expectedDelivery: { from, to } }),
  }
}

const isMoment = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value))

function isText(value: unknown, shape = /./): value is string {
  return typeof value === 'string' && shape.test(value)
}
