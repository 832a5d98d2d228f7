import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { type DeskSearch, readDeskSearch } from '#src/platform/desk.ts'
import { dashboardStatsQuery } from './admin.queries.ts'
import { behindAdminGate } from './admin-gate.ts'
import { Dashboard } from './dashboard.tsx'
import { DeskFrame } from './desk-frame.tsx'
import { DESK_VIEWS } from './desk-views.ts'

/** `view` names a desk; without one it is the dashboard, open at `tab`. */
type AdminAddress = DeskSearch & { view?: string; tab?: string }

export const Route = createFileRoute('/admin')({
  validateSearch: (typed: Record<string, unknown>): AdminAddress => ({
    ...readDeskSearch(typed),
    ...(typeof typed.view === 'string' && typed.view in DESK_VIEWS && { view: typed.view }),
    ...(typeof typed.tab === 'string' && TABS.has(typed.tab) && { tab: typed.tab }),
  }),
  loaderDeps: ({ search }) => search,
  // Fetched anew on every visit: what the maker sees here is what happened since.
  loader: ({ context: { queryClient }, deps: { view, ...search } }) =>
    behindAdminGate(async () => {
      const desk = await deskOf(view)?.open()
      if (desk) return desk.loadDesk(queryClient, search)
      return Promise.all([
        queryClient.fetchQuery({ ...dashboardStatsQuery, staleTime: 0 }),
        queryClient.fetchQuery({ ...ordersQuery, staleTime: 0 }),
      ])
    }),
  head: ({ match }) => ({
    meta: [
      { title: `${deskOf(match.search.view)?.label ?? 'Workshop'} · ${SHOP_NAME}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: AdminPage,
})

const TABS = new Set(['orders', 'products', 'analytics'])

const deskOf = (view: string | undefined) => (view === undefined ? undefined : DESK_VIEWS[view])

function AdminPage() {
  const { view, tab = 'orders', ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const desk = deskOf(view)
  if (!desk)
    return (
      <DeskFrame title="Workshop">
        <Dashboard
          tab={tab}
          onTab={(chosen) => navigate({ search: chosen === 'orders' ? {} : { tab: chosen }, resetScroll: false })}
        />
      </DeskFrame>
    )
  return (
    <DeskFrame title={desk.label}>
      <Suspense>
        <desk.Desk
          search={search}
          go={(change) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })}
        />
      </Suspense>
    </DeskFrame>
  )
}
