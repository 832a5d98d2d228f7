import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { StockLedgerEntry } from '#src/features/catalog/admin/admin-products.contract.ts'
import { stockHistoryQuery } from '#src/features/catalog/admin/admin-products.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { STOCK_REASON_LABELS } from './stock-reasons.ts'

export function StockHistory({ id }: { id: number }) {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(stockHistoryQuery(id))
  const moves = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="grid gap-3">
      <h3 className="text-heading">Stock history</h3>
      {data && moves.length === 0 && <p className="text-cocoa-600">No entries yet.</p>}
      <ol className="divide-y divide-line border-line border-y">
        {moves.map((move) => (
          <Move key={move.id} move={move} />
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" variant="secondary" pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

function Move({ move: { change, reason, order, by, note, createdAt } }: { move: StockLedgerEntry }) {
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-3 py-3 text-small">
      <span className={`amount text-[1.0625rem] ${change < 0 ? 'text-ruby-700' : 'text-ok'}`}>
        {change < 0 ? '−' : '+'}
        {Math.abs(change).toLocaleString('en-IN')}
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <span className="font-semibold">{STOCK_REASON_LABELS[reason]}</span>
          {order && (
            <>
              {': '}
              <Link to="/admin" search={{ id: order.id }} className="border-current border-b">
                {order.reference ?? 'an order'}
              </Link>
            </>
          )}
        </p>
        {note && <p className="text-cocoa-600">{note}</p>}
        <p className="text-cocoa-500 text-meta">
          {formatDayAndTime(createdAt)}
          {by && ` · ${by}`}
        </p>
      </div>
    </li>
  )
}
