import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { signOutAsAdmin } from '#src/features/account/account.queries.ts'
import { forgetAdmin } from '#src/features/account/admin-flag.ts'
import { MakerOrders } from '#src/features/orders/maker-orders.tsx'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { Button } from '#src/ui/button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { dashboardStatsQuery } from './admin.queries.ts'
import { behindAdminGate, useAdminFlag } from './admin-gate.ts'
import { LowStockAlert } from './low-stock-alert.tsx'
import { StatCards } from './stat-cards.tsx'

export const Route = createFileRoute('/admin')({
  // Fetched anew on every visit: what the maker sees here is what happened since.
  loader: ({ context: { queryClient } }) =>
    behindAdminGate(() =>
      Promise.all([
        queryClient.fetchQuery({ ...dashboardStatsQuery, staleTime: 0 }),
        queryClient.fetchQuery({ ...ordersQuery, staleTime: 0 }),
      ]),
    ),
  head: () => ({ meta: [{ title: `Workshop · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  component: DashboardPage,
})

function DashboardPage() {
  useAdminFlag()
  const { data: stats } = useSuspenseQuery(dashboardStatsQuery)
  const { data: orders } = useSuspenseQuery(ordersQuery)
  return (
    <main className="wrap grid gap-8 py-8 lg:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-subtitle">Workshop</h1>
        <LogoutButton />
      </div>
      <StatCards stats={stats} />
      {stats.lowStockCount > 0 && <LowStockAlert count={stats.lowStockCount} />}
      <Tabs defaultValue="orders">
        <TabList label="Workshop">
          <Tab value="orders">Orders</Tab>
        </TabList>
        <TabPanel value="orders">
          <MakerOrders orders={orders} />
        </TabPanel>
      </Tabs>
    </main>
  )
}

function LogoutButton() {
  const navigate = useNavigate()
  const signOut = useMutation({
    ...signOutAsAdmin,
    onSuccess: () => {
      forgetAdmin()
      navigate({ to: '/admin-login' })
    },
  })
  return (
    <Button variant="secondary" size="small" pending={signOut.isPending} onClick={() => signOut.mutate()}>
      <LogOut aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
      Logout
    </Button>
  )
}
