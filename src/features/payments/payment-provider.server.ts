import type { Paise } from '#src/core/money.ts'
import type { Report } from './payments.reducer.ts'

/** A report with what makes it storable and unrepeatable: the sender's event id and its raw text. */
export type ProviderReport = {
  clientTxnId: string
  eventId: string
  raw: string
  /** Absent for an event that is genuine but of a kind we do not know. */
  report?: Report
  /** In place of a report: money went back, or could not. */
  refund?: RefundReport
}

/** How a refund stands at the provider, whoever asked for it: `key` is ours where the shop did. */
export type RefundReport = {
  key?: string
  upiTxnId: string
  refundId: string
  amount: Paise
  state: 'pending' | 'processed' | 'failed'
  bankReference?: string
}

/** Money that moved, as the provider's books have it. */
export type BankEntry = { clientTxnId: string; upiTxnId: string; amount: Paise; at: Date }

export type PaymentOffer = { upiLink: string; paymentUrl: string; upiId: string; payeeName: string }

export type NewPayment = { clientTxnId: string; amount: Paise; note: string; expiresAt: Date }

/** Money to send back, by the number that the shop knows it under. The same `key` again is the same refund. */
export type Refund = {
  upiTxnId: string
  amount: Paise
  key: string
  /** It was asked for before, so it may have been made already. */
  isRepeat?: boolean
  /** The provider's own id, once it is known: then only how it stands is asked. */
  refundId?: string
}

/** What became of a refund. `unknown` says nothing: it is asked for again, under the same key. */
export type RefundAnswer =
  | { state: 'processed' | 'pending'; refundId: string; bankReference?: string }
  | { state: 'failed'; reason: string }
  | { state: 'unknown'; reason: string }

/** The port to whoever moves the money. Adapters translate; they decide nothing. */
export type PaymentProvider = {
  readonly name: string
  /** It tells nothing by itself: the maker finds the money on a statement, and there are no books to compare with. */
  readonly isByHand?: true
  /** Makes the payment known to the provider. Repeatable: the same `clientTxnId` gives the same offer. */
  open: (payment: NewPayment) => Promise<PaymentOffer>
  /** What the provider knows now; undefined when it does not know the payment. */
  ask: (clientTxnId: string) => Promise<ProviderReport | undefined>
  /** All money that moved in a stretch of time; `until` does not belong to it. */
  books: (from: Date, until: Date) => Promise<BankEntry[]>
  /** Checks the signature over the raw bytes first. Throws a refusal (401) for anything that is not from the provider. */
  readWebhook: (headers: Headers, rawBody: string, now: Date) => ProviderReport | Promise<ProviderReport>
  /** Sends money back. Absent where only a person can. */
  refund?: (refund: Refund) => Promise<RefundAnswer>
}
