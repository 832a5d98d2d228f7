import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { dashboardStatsQuery, todoSummaryQuery } from '#src/features/admin/admin.queries.ts'
import { TodoList } from '#src/features/admin/todo/todo-list.tsx'
import { OpeningCard } from '#src/features/settings/opening/opening-card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { DASHBOARD_TABS } from './dashboard-tabs.ts'
import { LowStockAlert } from './low-stock-alert.tsx'
import { StatCards } from './stat-cards.tsx'

type DashboardProps = AdminPageProps & { tab: string; onTab: (tab: string) => void }

export function Dashboard({ tab, onTab, ...adminPage }: DashboardProps) {
  const { data: today } = useSuspenseQuery(todoSummaryQuery)
  const { data: stats } = useSuspenseQuery(dashboardStatsQuery)
  return (
    <>
      <OpeningCard />
      <TodoList today={today} />
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
