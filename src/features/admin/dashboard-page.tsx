import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { openingQuery } from '#src/features/settings/opening.queries.ts'
import { type AdminAddress, type DeskSearch, readAdminAddress } from '#src/platform/desk.ts'
import { dashboardStatsQuery, todayQuery } from './admin.queries.ts'
import { behindAdminGate } from './admin-gate.ts'
import { Dashboard } from './dashboard.tsx'
import { DASHBOARD_TABS, FIRST_TAB } from './dashboard-tabs.ts'
import { DeskFrame } from './desk-frame.tsx'
import { DESK_VIEWS } from './desk-views.ts'

export const Route = createFileRoute('/admin')({
  validateSearch: readAdminAddress,
  loaderDeps: ({ search }) => search,
  // Fetched anew on every visit: what the maker sees here is what happened since.
  loader: ({ context: { queryClient }, deps }) =>
    behindAdminGate(async () => {
      const { desk, tab, search } = shownDesk(deps)
      const shown = await (desk ?? DASHBOARD_TABS[tab])?.open()
      const loaded = shown?.loadDesk(queryClient, search)
      await (desk
        ? loaded
        : Promise.all([
            queryClient.fetchQuery({ ...todayQuery, staleTime: 0 }),
            queryClient.fetchQuery({ ...dashboardStatsQuery, staleTime: 0 }),
            queryClient.fetchQuery({ ...openingQuery, staleTime: 0 }),
            loaded,
          ]))
      return { title: desk?.label }
    }),
  // The desks and their names come with the page: the table of routes is everybody's.
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? 'Workshop'} · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: AdminPage,
})

/** What the address names. A name that there is not is none. */
function shownDesk({ view = '', tab = '', ...search }: AdminAddress) {
  return {
    desk: Object.hasOwn(DESK_VIEWS, view) ? DESK_VIEWS[view] : undefined,
    tab: Object.hasOwn(DASHBOARD_TABS, tab) ? tab : FIRST_TAB,
    search,
  }
}

function AdminPage() {
  const { desk, tab, search } = shownDesk(Route.useSearch())
  const navigate = Route.useNavigate()
  const go = (change: DeskSearch) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })
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
