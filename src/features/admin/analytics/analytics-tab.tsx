import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { formatTime } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import type { Analytics, Figure } from './analytics.contract.ts'
import { analyticsQuery, figureRowsQuery } from './analytics.queries.ts'
import { AnalyticsCharts } from './analytics-charts.tsx'
import { FigureRows } from './figure-rows.tsx'

export function loader(queryClient: QueryClient, { status }: AdminSearch) {
  const figure = readFigure(status)
  return Promise.all([
    queryClient.fetchQuery({ ...analyticsQuery, staleTime: 0 }),
    figure && queryClient.fetchInfiniteQuery({ ...figureRowsQuery(figure), staleTime: 0 }),
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
        <span>as of {formatTime(asOf)} IST</span>
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
