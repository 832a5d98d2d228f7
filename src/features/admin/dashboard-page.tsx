import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type DeskSearch, readDeskSearch } from '#src/platform/desk.ts'
import { dashboardStatsQuery, todayQuery } from './admin.queries.ts'
import { behindAdminGate } from './admin-gate.ts'
import { Dashboard } from './dashboard.tsx'
import { DASHBOARD_TABS, FIRST_TAB } from './dashboard-tabs.ts'
import { DeskFrame } from './desk-frame.tsx'
import { DESK_VIEWS } from './desk-views.ts'

/** `view` names a desk; without one it is the dashboard, open at `tab`. */
type AdminAddress = DeskSearch & { view?: string; tab?: string }

export const Route = createFileRoute('/admin')({
  validateSearch: (typed: Record<string, unknown>): AdminAddress => ({
    ...readDeskSearch(typed),
    ...(isOneOf(DESK_VIEWS, typed.view) && { view: typed.view }),
    ...(isOneOf(DASHBOARD_TABS, typed.tab) && { tab: typed.tab }),
  }),
  loaderDeps: ({ search }) => search,
  // Fetched anew on every visit: what the maker sees here is what happened since.
  loader: ({ context: { queryClient }, deps: { view, tab = FIRST_TAB, ...search } }) =>
    behindAdminGate(async () => {
      const desk = await (deskOf(view) ?? DASHBOARD_TABS[tab])?.open()
      const loadDesk = desk?.loadDesk(queryClient, search)
      if (view) return loadDesk
      return Promise.all([
        queryClient.fetchQuery({ ...todayQuery, staleTime: 0 }),
        queryClient.fetchQuery({ ...dashboardStatsQuery, staleTime: 0 }),
        loadDesk,
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

function isOneOf(known: object, typed: unknown): typed is string {
  return typeof typed === 'string' && Object.hasOwn(known, typed)
}

const deskOf = (view: string | undefined) => (view === undefined ? undefined : DESK_VIEWS[view])

function AdminPage() {
  const { view, tab = FIRST_TAB, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const go = (change: DeskSearch) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })
  const desk = deskOf(view)
  if (desk)
    return (
      <DeskFrame title={desk.label}>
        <Suspense>
          <desk.Desk search={search} go={go} />
        </Suspense>
      </DeskFrame>
    )
  const openTab = (chosen: string) =>
    navigate({ search: chosen === FIRST_TAB ? {} : { tab: chosen }, resetScroll: false })
  return (
    <DeskFrame title="Workshop">
      <Dashboard tab={tab} onTab={openTab} search={search} go={go} />
    </DeskFrame>
  )
}
