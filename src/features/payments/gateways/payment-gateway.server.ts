import type { Paise } from '#src/core/money.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'
import type { RefundSpeed } from '#src/features/payments/refunds/refund-state-machine.ts'

/** A report with what makes it storable and unrepeatable: the sender's event id and its raw text. */
export type GatewayEvent = {
  clientTxnId: string
  eventId: string
  raw: string
  /** Absent for an event that is genuine but of a kind we do not know. */
  status?: GatewayStatus
  /** In place of a report: money went back, or could not. */
  refund?: RefundUpdate
  /** It names no payment, and only the provider knows which one it means: `place` asks, afterwards. */
  needsLookup?: true
}

/** How a refund stands at the provider, whoever asked for it: `key` is ours where the shop did. */
export type RefundUpdate = {
  idempotencyKey?: string
  upiTxnId: string
  refundId: string
  amount: Paise
  state: 'pending' | 'processed' | 'failed'
  bankReference?: string
  speed?: RefundSpeed
}

/** Money that moved, as the provider's books have it. */
export type GatewayCapture = { clientTxnId: string; upiTxnId: string; amount: Paise; at: Date }

export type GatewayPayment = { upiLink: string; paymentUrl: string; upiId: string; payeeName: string }

export type NewPayment = { clientTxnId: string; amount: Paise; note: string; expiresAt: Date }

/** Money to send back, by the number that the shop knows it under. The same `key` again is the same refund. */
export type GatewayRefundRequest = {
  upiTxnId: string
  amount: Paise
  idempotencyKey: string
  /** It was asked for before, so it may have been made already. */
  isRetry?: boolean
  /** The provider's own id, once it is known: then only how it stands is asked. */
  refundId?: string
}

/** What became of a refund. `unknown` says nothing: it is asked for again, under the same key. */
export type GatewayRefundResult =
  | { state: 'processed' | 'pending'; refundId: string; bankReference?: string; speed?: RefundSpeed }
  | { state: 'failed'; reason: string }
  | { state: 'unknown'; reason: string }

/** The port to whoever moves the money. Adapters translate; they decide nothing. */
export type PaymentGateway = {
  readonly name: string
  /** It tells nothing by itself: the maker finds the money on a statement, and there are no books to compare with. */
  readonly isManual?: true
  /** Makes the payment known to the provider. Repeatable: the same `clientTxnId` gives the same offer. */
  createPayment: (payment: NewPayment) => Promise<GatewayPayment>
  /** What the provider knows now; undefined when it does not know the payment. */
  fetchStatus: (clientTxnId: string) => Promise<GatewayEvent | undefined>
  /** All money that moved in a stretch of time; `until` does not belong to it. */
  listCaptures: (from: Date, until: Date) => Promise<GatewayCapture[]>
  /** Checks the signature over the raw bytes first. Throws a refusal (401) for anything that is not from the provider. */
  readWebhook: (headers: Headers, rawBody: string, now: Date) => GatewayEvent | Promise<GatewayEvent>
  /**
   * Asks whose money an unplaced event tells, by its kept text; undefined when it is nobody's. Throws when there is no
   * answer. Absent where events always say.
   */
  lookUpEvent?: (event: { eventId: string; raw: string }) => Promise<GatewayEvent | undefined>
  /** Takes back what payments were offered by that have ended. Repeatable; gives back how many. Absent where it ends by itself. */
  closeEndedPayments?: (now: Date) => Promise<number>
  /** Sends money back. Absent where only a person can. */
  refund?: (refund: GatewayRefundRequest) => Promise<GatewayRefundResult>
}
