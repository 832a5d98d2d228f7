import { asRecord, type Guards, parseJsonOrNull, readFields } from '#src/browser/safe-json.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { readCartItems } from './cart-store.ts'

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
  /** Of an order to several people, instead of one delivery window. */
  dispatch?: { parcels: number; first: string; last: string } | null
  submittedUtr?: string | null
}

export type PendingOrder = {
  orderId: string
  userId: string
  /** Hash of the content; other content is another order. */
  content: string
  items: CartItem[]
  /** The earlier unpaid order that this one replaces. */
  replaces: string | null
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
  return {
    orderId,
    userId,
    content,
    items: readCartItems(items),
    replaces: isText(replaces) ? replaces : null,
    payment: readPayment(payment),
  }
}

function readPayment(stored: unknown): StoredPayment | null {
  const { isByHand, expectedDelivery, dispatch } = asRecord(stored)
  const payment = readFields(stored, PAYMENT)
  const days = readFields(expectedDelivery, { from: isTimestamp, to: isTimestamp })
  const dispatchDays = readFields(dispatch, { parcels: isNumber, first: isTimestamp, last: isTimestamp })
  return (
    payment && {
      ...payment,
      ...(isByHand === true && { isByHand }),
      ...(days && { expectedDelivery: days }),
      ...(dispatchDays && { dispatch: dispatchDays }),
    }
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isTimestamp = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value))
const startsWith =
  (scheme: RegExp) =>
  (value: unknown): value is string =>
    isText(value) && scheme.test(value)

const PAYMENT: Guards<Omit<StoredPayment, 'isByHand' | 'expectedDelivery' | 'dispatch' | 'submittedUtr'>> = {
  transactionId: isText,
  orderId: isText,
  amount: isNumber,
  // These become links and an image, so only these schemes are allowed.
  paymentUrl: startsWith(/^(https?|upi):/i),
  upiLink: startsWith(/^upi:/i),
  qrCode: startsWith(/^data:image\//),
  upiId: isText,
  payeeName: isText,
  status: isText,
  expiresAt: isTimestamp,
}
