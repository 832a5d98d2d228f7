import { useSuspenseQuery } from '@tanstack/react-query'
import { MakerOrders } from '#src/features/orders/maker-orders.tsx'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { dashboardStatsQuery } from './admin.queries.ts'
import { LowStockAlert } from './low-stock-alert.tsx'
import { StatCards } from './stat-cards.tsx'

/** What `/admin` shows first: how the shop stands, and the work. */
export function Dashboard({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const { data: stats } = useSuspenseQuery(dashboardStatsQuery)
  const { data: orders } = useSuspenseQuery(ordersQuery)
  return (
    <>
      <StatCards stats={stats} />
      {stats.lowStockCount > 0 && <LowStockAlert count={stats.lowStockCount} />}
      <Tabs value={tab} onValueChange={onTab}>
        <TabList label="Workshop">
          <Tab value="orders">Orders</Tab>
        </TabList>
        <TabPanel value="orders">
          <MakerOrders orders={orders} />
        </TabPanel>
      </Tabs>
    </>
  )
}
