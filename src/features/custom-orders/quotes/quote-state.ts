import { type CustomOrderStatus, isAgreed } from '#src/features/custom-orders/custom-order-options.ts'

type QuoteState = 'open' | 'expired' | 'agreed' | 'closed'

/** `validUntil` is null before the first quotation. */
type Quoted = { status: CustomOrderStatus; validUntil: Date | null }

/** `agreed` is being made or done, `closed` is no longer available. */
export function getQuoteState({ status, validUntil }: Quoted, now: Date): QuoteState {
  if (isAgreed(status)) return 'agreed'
  if (status !== 'quoted') return 'closed'
  return validUntil && validUntil > now ? 'open' : 'expired'
}
