import { lazy, type ReactNode, Suspense } from 'react'
import { formatDay } from '#src/core/dates.ts'
import { formatAmount, formatPrice } from '#src/core/money.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import type { Analytics } from './analytics.contract.ts'
import type { BarChartData } from './bar-chart.tsx'

const BarChart = lazy(() => import('./bar-chart.tsx').then((module) => ({ default: module.BarChart })))

export function AnalyticsCharts({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <RevenueByDay days={analytics.revenueByDay} />
      <BestSellers products={analytics.bestSellers} />
      <QuoteSlaChart weeks={analytics.quoteSla} />
      <StockCover products={analytics.stockCover} />
    </div>
  )
}

function RevenueByDay({ days }: { days: Analytics['revenueByDay'] }) {
  const total = days.reduce((sum, { revenue }) => sum + revenue, 0)
  return (
    <Chart
      title="Revenue by day"
      said={`${formatPrice(total)} in 30 days`}
      height="h-60 [--bar:6px] sm:[--bar:9px]"
      bars={{
        labels: days.map(({ day }) => formatDay(day).replace(/^.*, /, '')),
        series: [days.map(({ revenue }) => revenue)],
        options: {
          axisX: { showGrid: false, labelInterpolationFnc: (label, index) => (index % 7 === 1 ? label : null) },
          axisY: { offset: 64, scaleMinSpace: 36, labelInterpolationFnc: (value) => formatPrice(Number(value)) },
        },
      }}
      heads={['Day', 'Revenue']}
      rows={days.toReversed().map(({ day, revenue }) => [formatDay(day), formatAmount(revenue)])}
      empty={total === 0 && days.every(({ revenue }) => revenue === 0) && 'No payments in the last 30 days.'}
    />
  )
}

function BestSellers({ products }: { products: Analytics['bestSellers'] }) {
  return (
    <Chart
      title="Best sellers"
      said="Pieces sold in 28 days"
      height="h-72 [--bar:14px]"
      bars={toHorizontalBars(products.map(({ name, pieces }) => ({ label: name, value: pieces })))}
      heads={['Product', 'Pieces']}
      rows={products.map(({ name, pieces }) => [name, String(pieces)])}
      empty={products.length === 0 && 'No sales in the last 28 days.'}
    />
  )
}

function QuoteSlaChart({ weeks }: { weeks: Analytics['quoteSla'] }) {
  const met = weeks.reduce((sum, week) => sum + week.met, 0)
  const due = met + weeks.reduce((sum, week) => sum + week.missed, 0)
  return (
    <Chart
      title="Quote promise kept"
      said={due === 0 ? 'Within 30 minutes' : `${met} of ${due} quotations within 30 minutes`}
      legend={
        <p className="flex gap-5 text-meta" aria-hidden="true">
          <Legend className="bg-gold-500">Kept</Legend>
          <Legend className="bg-ruby-700">Broken</Legend>
        </p>
      }
      height="h-60 [--bar:26px]"
      bars={{
        labels: weeks.map(({ week }) => formatDay(week).replace(/^.*, /, '')),
        series: [weeks.map((week) => week.met), weeks.map((week) => week.missed)],
        options: { stackBars: true, axisX: { showGrid: false }, axisY: { onlyInteger: true, offset: 32 } },
      }}
      heads={['Week from', 'Kept', 'Broken']}
      rows={weeks.toReversed().map((week) => [formatDay(week.week), String(week.met), String(week.missed)])}
      empty={due === 0 && 'No quotes were due in the last five weeks.'}
    />
  )
}

function StockCover({ products }: { products: Analytics['stockCover'] }) {
  return (
    <Chart
      title="Stock cover"
      said="Days of stock left at the pace of the last 28 days"
      height="h-72 [--bar:14px]"
      bars={toHorizontalBars(products.map(({ name, days }) => ({ label: name, value: days })))}
      heads={['Product', 'Can be sold', 'Days left']}
      rows={products.map(({ name, available, days }) => [name, String(available), String(days)])}
      empty={products.length === 0 && 'No sales in the last 28 days, so nothing runs out.'}
    />
  )
}

function toHorizontalBars(entries: { label: string; value: number }[]): BarChartData {
  const upwards = entries.toReversed()
  return {
    labels: upwards.map(({ label }) => label),
    series: [upwards.map(({ value }) => value)],
    options: { horizontalBars: true, axisY: { offset: 132, showGrid: false }, axisX: { onlyInteger: true } },
  }
}

type ChartProps = {
  title: string
  said: string
  legend?: ReactNode
  height: string
  bars: BarChartData
  heads: string[]
  rows: string[][]
  empty: string | false
}

function Chart({ title, said, legend, height, bars, heads, rows, empty }: ChartProps) {
  const isHydrated = useHydrated()
  return (
    <figure className="grid min-w-0 content-start gap-4 border border-line bg-white p-4 lg:p-5">
      <figcaption>
        <h2 className="text-heading">{title}</h2>
        <p className="text-cocoa-600 text-small">{said}</p>
      </figcaption>
      {empty && <p className="text-cocoa-600">{empty}</p>}
      {!empty && (
        <>
          {legend}
          <div className={height}>
            {isHydrated && (
              <Suspense>
                <BarChart bars={bars} className="h-full" />
              </Suspense>
            )}
          </div>
          <details className="text-small">
            <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
              {title} as a table
            </summary>
            <Rows caption={`${title}: ${said}`} heads={heads} rows={rows} />
          </details>
        </>
      )}
    </figure>
  )
}

function Rows({ caption, heads, rows }: { caption: string; heads: string[]; rows: string[][] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-line-strong border-b text-left">
          {heads.map((head, index) => (
            <th key={head} scope="col" className={`py-2 font-semibold ${index > 0 ? 'text-right' : ''}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={[first, ...others].join()} className="border-line border-b">
            <th scope="row" className="py-2 text-left font-normal [overflow-wrap:anywhere]">
              {first}
            </th>
            {others.map((value, index) => (
              <td key={heads[index + 1]} className="py-2 pl-4 text-right tabular-nums">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Legend({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-3 ${className}`} />
      {children}
    </span>
  )
}
