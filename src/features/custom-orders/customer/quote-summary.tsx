import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import type { BulkLine } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import { neededByText } from '#src/features/custom-orders/needed-by/needed-by.ts'
import { CompositionSummary } from '#src/features/custom-orders/preview/composition-summary.tsx'
import type { Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { IncludedTaxNote, type TaxedItem } from '#src/features/pricing/totals/included-tax-note.tsx'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { toOrderTotals } from '#src/features/pricing/totals/rupee-totals.ts'
import { calculateLineTotal, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { Price } from '#src/ui/price.tsx'
import { Note } from './quote-conversation.tsx'

type QuoteSummaryProps = { quote: Quote; totals?: OrderTotals; isArrivalShown?: boolean; isRefused?: boolean }

/** The form beside it shows the arrival once the PIN code is known. A refused acceptance leaves no promise of time. */
export function QuoteSummary(props: QuoteSummaryProps) {
  const { quote, totals = quotedTotals(quote), isArrivalShown = false, isRefused = false } = props
  return (
    <section aria-labelledby="quote-summary" className="cut grid gap-6 bg-ivory p-6 cut-18 sm:p-8">
      <h2 id="quote-summary" className="text-heading">
        {quote.bulk ? 'Your order' : 'Your chocolate'}
      </h2>
      {quote.composition && <CompositionSummary composition={quote.composition} />}
      {quote.bulk && <QuotedLines lines={quote.bulk.lines} />}
      <div className="grid gap-1.5">
        <TotalLines totals={totals} promoCode={null} />
        <IncludedTaxNote lines={taxedItems(quote)} totals={totals} />
      </div>
      {quote.notes && <Note title="A note from our studio" text={quote.notes} />}
      {quote.state === 'open' && (
        <div className="grid gap-2 text-small">
          {!isRefused && <Timing quote={quote} isArrivalShown={isArrivalShown} />}
          <p className="text-cocoa-600">
            Valid until <time dateTime={quote.validUntil}>{formatDayAndTime(quote.validUntil)}</time>
          </p>
        </div>
      )}
    </section>
  )
}

function taxedItems({ bulk, price }: Quote): TaxedItem[] {
  if (!bulk) return [{ productId: null, price, quantity: 1 }]
  return bulk.lines.map(({ productId, unitPrice, quantity }) => ({ productId, price: unitPrice ?? 0, quantity }))
}

function QuotedLines({ lines }: { lines: readonly BulkLine[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {lines.map(({ productId, name, quantity, unitPrice }) => (
        <li key={productId} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
          <p className="font-semibold">{name}</p>
          <Price rupees={calculateLineTotal({ price: unitPrice ?? 0, quantity })} exact />
          <p className="text-cocoa-600 text-small tabular-nums">
            {quantity.toLocaleString('en-IN')} × {formatAmount(unitPrice ?? 0)}
          </p>
        </li>
      ))}
    </ul>
  )
}

const quotedTotals = (quote: Quote) => toOrderTotals({ ...quote, subtotal: quote.price, discount: 0 })

type TimingProps = Required<Pick<QuoteSummaryProps, 'quote' | 'isArrivalShown'>>

function Timing({ quote: { readyOn, usualArrival, neededBy }, isArrivalShown }: TimingProps) {
  const { delivery } = usePromises()
  const isLate = neededBy !== null && readyOn > neededBy
  return (
    <>
      <p>
        Ready on{' '}
        <time dateTime={readyOn} className="font-semibold">
          {formatDay(readyOn)}
        </time>{' '}
        if you pay now{isArrivalShown ? '.' : `, with you ${delivery} later.`}
      </p>
      {neededBy && (isLate || !isArrivalShown) && (
        <p className={isLate ? 'bg-warn-tint p-3 font-medium text-warn' : ''}>
          {neededByText(neededBy, { readyOn, ...usualArrival })}
        </p>
      )}
    </>
  )
}
