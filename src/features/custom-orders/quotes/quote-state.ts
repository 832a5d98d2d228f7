import { type CustomOrderStatus, isAgreed } from '#src/features/custom-orders/custom-order-options.ts'

type QuoteState = 'open' | 'expired' | 'agreed' | 'closed'

/** As far as the state of a quotation depends on it. Without `validUntil` there was no quotation yet. */
type Quoted = { status: CustomOrderStatus; validUntil: Date | null }

/**
 * What a quotation is to its customer at this moment: `open` can be accepted, `expired` could be until lately, `agreed`
 * is being made or is made, `closed` is not to be had any more.
 */
export function getQuoteState({ status, validUntil }: Quoted, now: Date): QuoteState {
  if (isAgreed(status)) return 'agreed'
  if (status !== 'quoted') return 'closed'
  return validUntil && validUntil > now ? 'open' : 'expired'
}
