import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { AdminLocation, AdminPageProps } from '#src/browser/admin-page.ts'
import { formatPrice } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import type { DashboardStats, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { DASHBOARD_TABS } from '#src/features/admin/layout/admin-nav.tsx'
import { TodoList } from '#src/features/admin/todo/todo-list.tsx'
import { dashboardStatsQuery, todoSummaryQuery } from '#src/features/admin/todo/use-admin-events.ts'
import { alertNames } from '#src/features/auth/alerts/alert-kinds.ts'
import { OpeningCard } from '#src/features/settings/opening/opening-card.tsx'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'

type DashboardProps = AdminPageProps & { tab: string; onTab: (tab: string) => void }

export function Dashboard({ tab, onTab, ...adminPage }: DashboardProps) {
  const { data: today } = useSuspenseQuery(todoSummaryQuery)
  const { data: stats } = useSuspenseQuery(dashboardStatsQuery)
  return (
    <>
      <OpeningCard />
      <TodoList today={today} />
      {today.unreachedAlerts.length > 0 && <UnreachedAlerts kinds={today.unreachedAlerts} />}
      <StatCards stats={stats} />
      {stats.lowStockCount > 0 && <LowStockAlert count={stats.lowStockCount} />}
      <Tabs value={tab} onValueChange={onTab}>
        <TabList label="Dashboard">
          {Object.entries(DASHBOARD_TABS).map(([name, { label }]) => (
            <Tab key={name} value={name}>
              {label}
            </Tab>
          ))}
        </TabList>
        {Object.entries(DASHBOARD_TABS).map(([name, { AdminPage }]) => (
          <TabPanel key={name} value={name}>
            <Suspense>
              <AdminPage {...adminPage} />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

const LowStockAlert = ({ count }: { count: number }) => (
  <Warning
    title={`${counted(count, 'product is', 'products are')} low in stock`}
    action={count === 1 ? 'Look at it' : 'Look at them'}
    search={{ tab: 'products', status: 'low' }}
  />
)

const UnreachedAlerts = ({ kinds }: { kinds: TodoSummary['unreachedAlerts'] }) => (
  <Warning
    title={`Nobody is told about ${alertNames(kinds)}: no admin has ${kinds.length === 1 ? 'it' : 'them'} on`}
    action="Choose alerts"
    search={{ view: 'alerts' }}
  />
)

type WarningProps = { title: string; action: string; search: AdminLocation }

function Warning({ title, action, search }: WarningProps) {
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-ruby-500 bg-rose-100 px-4 py-2 text-ruby-700 lg:px-5"
    >
      <h2 className="flex items-center gap-2.5 font-sans font-semibold tracking-normal">
        <DiamondMark className="size-2 shrink-0 bg-current" />
        {title}
      </h2>
      <Link
        to="/admin"
        search={search}
        className="inline-flex min-h-11 items-center font-semibold text-small underline underline-offset-4"
      >
        {action}
      </Link>
    </section>
  )
}

function StatCards({ stats }: { stats: DashboardStats }) {
  const cards = [
    { label: 'Total revenue', value: formatPrice(stats.totalRevenue) },
    { label: 'Orders today', value: stats.ordersToday },
    { label: 'Products', value: stats.totalProducts },
    { label: 'Low stock', value: stats.lowStockCount, isWarning: stats.lowStockCount > 0 },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {cards.map(({ label, value, isWarning }) => (
        <div key={label} className="flex flex-col-reverse justify-end border-gold-500 border-t-2 bg-white p-4 lg:p-5">
          <dt className="text-cocoa-600 text-small">{label}</dt>
          <dd className={`amount text-[1.75rem] ${isWarning ? 'text-ruby-700' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
