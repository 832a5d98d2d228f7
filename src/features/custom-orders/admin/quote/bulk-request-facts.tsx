import { formatDay } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import type { AdminBulkLine } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import type { BulkOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'

/** The request, with the prices and the stock of today. */
export function BulkRequestFacts({ order }: { order: BulkOrderDetails }) {
  const { lines, quantity, company, gstin, neededBy, message } = order
  const facts = [
    ['Pieces', `${quantity.toLocaleString('en-IN')} of ${counted(lines.length, 'product')}`],
    ['Needed by', neededBy ? formatDay(neededBy) : ''],
    ['Company', company],
    ['GSTIN', gstin],
  ]
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line) => (
          <li key={line.productId} className="grid gap-1 py-3">
            <p className="font-semibold">
              {line.quantity.toLocaleString('en-IN')} × {line.name}
            </p>
            {line.unitPrice !== null && (
              <p className="text-small">
                Quoted at <span className="amount">{formatPrice(line.unitPrice)}</span> each
              </p>
            )}
            <Today line={line} />
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1.5 text-small">
        {facts.map(
          ([what, said]) =>
            said && (
              <div key={what} className="contents">
                <dt className="text-cocoa-600">{what}</dt>
                <dd className="wrap-anywhere font-medium">{said}</dd>
              </div>
            ),
        )}
      </dl>
      {message && (
        <figure className="grid gap-1 text-small">
          <figcaption className="text-cocoa-600">Message</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-line border-gold-500 border-l-2 pl-4">
            {message}
          </blockquote>
        </figure>
      )}
    </div>
  )
}

function Today({ line: { today, quantity } }: { line: AdminBulkLine }) {
  if (!today) return <p className="text-small text-warn">No longer in the shop.</p>
  const { listPrice, tierPrice, available } = today
  return (
    <p className="text-cocoa-600 text-small tabular-nums">
      List price {formatPrice(listPrice)}
      {tierPrice < listPrice && ` · tier price ${formatPrice(tierPrice)}`} ·{' '}
      <span className={available < quantity ? 'font-semibold text-warn' : ''}>
        {available.toLocaleString('en-IN')} in stock
      </span>
    </p>
  )
}
