import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { LoadMore } from '#src/ui/load-more.tsx'
import type { Figure, FigureRow } from './analytics.contract.ts'
import { figureRowsQuery } from './analytics.queries.ts'

export function FigureRows({ figure, label }: { figure: Figure; label: string }) {
  const list = useInfiniteQuery(figureRowsQuery(figure))
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const total = list.data?.pages[0]?.total ?? null
  return (
    <section aria-labelledby={`rows-of-${figure}`} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={`rows-of-${figure}`} className="text-heading">
          {label}
        </h2>
        {total !== null && (
          <p role="status" className="text-cocoa-600 text-small">
            {total === 1 ? '1 entry' : `${total} entries`}
          </p>
        )}
      </div>
      {list.data && rows.length === 0 ? (
        <p className="border border-line bg-white p-6 text-cocoa-600">{NOTHING[figure]}</p>
      ) : (
        <ul className="divide-y divide-line border border-line bg-white">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

const NOTHING: Record<Figure, string> = {
  revenue: 'No payments this month.',
  orders: 'No orders since Monday.',
  customers: 'No new customers this month.',
}

const WORDS: Record<FigureRow['kind'], string> = {
  payment: 'Paid by UPI',
  refund: 'Refund: the order was cancelled',
  order: 'Paid',
  'first-order': 'First order',
}

function Row({ row: { kind, at, order, orderId, customerName, amount } }: { row: FigureRow }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 p-4 text-small lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_12rem_8rem]">
      <Link
        to="/admin"
        search={{ status: 'all', id: order }}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        {orderId}
      </Link>
      <p className={`amount text-right lg:order-4 ${amount < 0 ? 'text-ruby-700' : ''}`}>{signed(amount)}</p>
      <p className="[overflow-wrap:anywhere] lg:order-2">{customerName}</p>
      <p className="col-span-full text-cocoa-600 lg:order-3 lg:col-span-1">
        {WORDS[kind]}
        <time dateTime={at} className="block text-cocoa-500 text-meta">
          {formatDayAndTime(at)}
        </time>
      </p>
    </li>
  )
}

const signed = (amount: number) => (amount < 0 ? `− ${formatAmount(-amount)}` : formatAmount(amount))
