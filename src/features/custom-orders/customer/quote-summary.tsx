import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { paise, paiseFromRupees } from '#src/core/money.ts'
import type { Quote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { CompositionSummary } from '#src/features/custom-orders/preview/composition-summary.tsx'
import { IncludedTaxNote } from '#src/features/pricing/totals/included-tax-note.tsx'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { Note } from './quote-conversation.tsx'

export function QuoteSummary({ quote }: { quote: Quote }) {
  const totals = {
    subtotal: paiseFromRupees(quote.price),
    discount: paise(0),
    shipping: paiseFromRupees(quote.shipping),
    total: paiseFromRupees(quote.total),
  }
  return (
    <section aria-labelledby="quote-summary" className="cut grid gap-6 bg-ivory p-6 cut-18 sm:p-8">
      <h2 id="quote-summary" className="text-heading">
        Your chocolate
      </h2>
      <CompositionSummary composition={quote.composition} />
      <div className="grid gap-1.5">
        <TotalLines totals={totals} promoCode={null} />
        <IncludedTaxNote lines={[{ productId: null, price: quote.price, quantity: 1 }]} totals={totals} />
      </div>
      {quote.notes && <Note title="A note from our studio" text={quote.notes} />}
      {quote.state === 'open' && (
        <p className="text-cocoa-600 text-small">
          Ready on <time dateTime={quote.readyOn}>{formatDay(quote.readyOn)}</time> if you pay now.
          <span className="block">
            Valid until <time dateTime={quote.validUntil}>{formatDayAndTime(quote.validUntil)}</time>
          </span>
        </p>
      )}
    </section>
  )
}
