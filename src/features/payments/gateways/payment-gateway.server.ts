import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Paise } from '#src/core/money.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'
import type { RefundSpeed } from '#src/features/payments/refunds/refund-state-machine.ts'

const MAX_INTEGER = 2 ** 31 - 1

const withoutNul = (sent: string) => sent.replaceAll('\0', '').toWellFormed()
/** A text as the database can store it: without NUL and lone surrogates. */
export const GatewayText = z.string().transform(withoutNul)
/** An id as an index can hold it. */
export const GatewayId = z.string().max(200).transform(withoutNul)
export const GatewayAmount = z.int().positive().max(MAX_INTEGER)

/** A gateway status with the sender's event id and raw body, so that it can be stored and deduplicated. */
export type GatewayEvent = {
  clientTxnId: string
  eventId: string
  raw: string
  /** Absent for a genuine event of an unknown kind. */
  status?: GatewayStatus
  refund?: RefundUpdate
  /** The event names no payment; `lookUpEvent` asks the gateway later. */
  needsLookup?: true
}

/** A refund as the gateway reports it; `idempotencyKey` is ours when we requested it. */
export type RefundUpdate = {
  idempotencyKey?: string
  upiTxnId: string
  refundId: string
  amount: Paise
  state: 'pending' | 'processed' | 'failed'
  bankReference?: string
  speed?: RefundSpeed
}

export type GatewayCapture = { clientTxnId: string; upiTxnId: string; amount: Paise; at: Date }

export type GatewayPayment = { upiLink: string; paymentUrl: string; upiId: string; payeeName: string }

export type NewPayment = { clientTxnId: string; amount: Paise; note: string; expiresAt: Date }

/** `upiTxnId` is our reference of the capture; the same `key` is the same refund. */
export type GatewayRefundRequest = {
  upiTxnId: string
  amount: Paise
  idempotencyKey: string
  /** Requested before, so it may exist already. */
  isRetry?: boolean
  /** The gateway's id; when it is known, only the status is fetched. */
  refundId?: string
}

/** `unknown` is neither success nor failure: the worker retries under the same key. */
export type GatewayRefundResult =
  | { state: 'processed' | 'pending'; refundId: string; bankReference?: string; speed?: RefundSpeed }
  | { state: 'failed'; reason: string }
  | { state: 'unknown'; reason: string }

/** The gateway port. Adapters translate; they make no decisions. */
export type PaymentGateway = {
  readonly name: string
  /** No status, webhook or capture list: an admin reads the bank statement. */
  readonly isManual?: true
  /** Registers a payment. Idempotent: the same `clientTxnId` gives the same result. */
  createPayment: (payment: NewPayment) => Promise<GatewayPayment>
  /** Undefined when the gateway does not know the payment. */
  fetchStatus: (clientTxnId: string) => Promise<GatewayEvent | undefined>
  listCaptures: (from: Date, until: Date) => Promise<GatewayCapture[]>
  /** Verifies the signature over the raw bytes; throws a 401 for anything that is not from the gateway. */
  readWebhook: (headers: Headers, rawBody: string, now: Date) => GatewayEvent | Promise<GatewayEvent>
  /** Finds the payment of an event that names none; undefined when it is not ours. Throws without an answer. */
  lookUpEvent?: (event: { eventId: string; raw: string }) => Promise<GatewayEvent | undefined>
  /** Closes the codes of ended payments and returns how many. Idempotent; absent where codes expire by themselves. */
  closeEndedPayments?: (now: Date) => Promise<number>
  /** When the next code has to be closed, as a subquery. */
  nextClosing?: (now: Date) => SQL
  /** Absent where refunds are only possible by hand. */
  refund?: (refund: GatewayRefundRequest) => Promise<GatewayRefundResult>
}
