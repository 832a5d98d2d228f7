import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, pagedQuery, usePagedList } from '#src/browser/paged-list.ts'
import { formatDayAndTime, formatTime } from '#src/core/dates.ts'
import { formatAmount, formatPrice } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import type { Analytics, Figure, FigureRow } from './analytics.contract.ts'
import { AnalyticsCharts } from './analytics-charts.tsx'

export function loader(queryClient: QueryClient, { status }: AdminSearch) {
  const figure = readFigure(status)
  return Promise.all([
    queryClient.fetchQuery({ ...analyticsQuery, staleTime: 0 }),
    figure && loadPages(queryClient, figureRowsQuery(figure)),
  ])
}

export function AdminPage({ search, go }: AdminPageProps) {
  const { data: analytics } = useSuspenseQuery(analyticsQuery)
  const opened = readFigure(search.status)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Origin analytics={analytics} />
      <ul className="grid gap-3 sm:grid-cols-3 lg:gap-5">
        {FIGURES.map(({ figure, label, shown }) => (
          <li key={figure}>
            <FigureCard
              label={label}
              value={shown(analytics)}
              isOpen={figure === opened}
              onToggle={() => go({ status: figure === opened ? undefined : figure })}
            />
          </li>
        ))}
      </ul>
      {opened && <FigureRows figure={opened} label={LABELS[opened]} />}
      <AnalyticsCharts analytics={analytics} />
    </div>
  )
}

const LABELS: Record<Figure, string> = {
  revenue: 'Revenue this month',
  orders: 'Orders this week',
  customers: 'New customers',
}

const FIGURES: { figure: Figure; label: string; shown: (analytics: Analytics) => string }[] = [
  { figure: 'revenue', label: LABELS.revenue, shown: ({ revenueThisMonth }) => formatPrice(revenueThisMonth) },
  { figure: 'orders', label: LABELS.orders, shown: ({ ordersThisWeek }) => String(ordersThisWeek) },
  { figure: 'customers', label: LABELS.customers, shown: ({ newCustomers }) => String(newCustomers) },
]

const readFigure = (typed: string | undefined) => FIGURES.find(({ figure }) => figure === typed)?.figure

function Origin({ analytics: { asOf, sample, includesSample } }: { analytics: Analytics }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-small">
      {sample && (
        <p className="inline-flex items-center gap-2 bg-gold-300 px-3 py-1 font-semibold">
          <DiamondMark className="size-2 bg-current" />
          Sample data
        </p>
      )}
      <p className="text-cocoa-600">
        <span>As of {formatTime(asOf)} IST</span>
        {sample && <span> · No sales yet: these are sample orders of the demo.</span>}
        {includesSample && !sample && <span> · The demo's invented orders are counted too.</span>}
      </p>
    </div>
  )
}

type FigureCardProps = { label: string; value: string; isOpen: boolean; onToggle: () => void }

function FigureCard({ label, value, isOpen, onToggle }: FigureCardProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full flex-col gap-1 border-gold-500 border-t-2 bg-white p-4 text-left transition-colors duration-150 ease-house hover:bg-ivory aria-expanded:bg-ivory lg:p-5"
    >
      <span className="amount text-[1.75rem]">{value}</span>
      <span className="text-cocoa-600 text-small">{label}</span>
      <span className="font-semibold text-meta underline underline-offset-4">
        {isOpen ? 'Hide what it counts' : 'Show what it counts'}
      </span>
    </button>
  )
}

function FigureRows({ figure, label }: { figure: Figure; label: string }) {
  const { list, items, total } = usePagedList(figureRowsQuery(figure))
  return (
    <section aria-labelledby={`rows-of-${figure}`} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={`rows-of-${figure}`} className="text-heading">
          {label}
        </h2>
        {total !== null && (
          <p role="status" className="text-cocoa-600 text-small">
            {counted(total, 'entry', 'entries')}
          </p>
        )}
      </div>
      <ItemList items={items} empty={NOTHING[figure]}>
        {(row) => <Row key={row.id} row={row} />}
      </ItemList>
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

const analyticsQuery = queryOptions<Analytics>({ queryKey: ['/api/dashboard/analytics'] })

const figureRowsQuery = (figure: Figure) =>
  pagedQuery<FigureRow>(['/api/dashboard/analytics'], `/api/dashboard/analytics/${figure}`, { limit: 10 })
