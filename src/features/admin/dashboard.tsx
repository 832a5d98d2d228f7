import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { OpeningCard } from '#src/features/settings/opening-card.tsx'
import type { DeskProps } from '#src/platform/desk.ts'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { dashboardStatsQuery, todayQuery } from './admin.queries.ts'
import { DASHBOARD_TABS } from './dashboard-tabs.ts'
import { LowStockAlert } from './low-stock-alert.tsx'
import { StatCards } from './stat-cards.tsx'
import { TodayStrip } from './today-strip.tsx'

type DashboardProps = DeskProps & { tab: string; onTab: (tab: string) => void }

/** What `/admin` shows first: what waits, how the shop stands, and the work. */
export function Dashboard({ tab, onTab, ...desk }: DashboardProps) {
  const { data: today } = useSuspenseQuery(todayQuery)
  const { data: stats } = useSuspenseQuery(dashboardStatsQuery)
  return (
    <>
      <OpeningCard />
      <TodayStrip today={today} />
      <StatCards stats={stats} />
      {stats.lowStockCount > 0 && <LowStockAlert count={stats.lowStockCount} />}
      <Tabs value={tab} onValueChange={onTab}>
        <TabList label="Workshop">
          {Object.entries(DASHBOARD_TABS).map(([name, { label }]) => (
            <Tab key={name} value={name}>
              {label}
            </Tab>
          ))}
        </TabList>
        {Object.entries(DASHBOARD_TABS).map(([name, { Desk }]) => (
          <TabPanel key={name} value={name}>
            <Suspense>
              <Desk {...desk} />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
