import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type AdminLocation, type AdminSearch, parseAdminLocation } from '#src/browser/admin-page.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { dashboardStatsQuery, todoSummaryQuery } from '#src/features/admin/admin.queries.ts'
import { AdminLayout } from '#src/features/admin/layout/admin-layout.tsx'
import { ADMIN_VIEWS } from '#src/features/admin/layout/admin-nav.ts'
import { requireAdminRoute } from '#src/features/admin/layout/require-admin-route.ts'
import { openingQuery } from '#src/features/settings/opening/opening.queries.ts'
import { Dashboard } from './dashboard.tsx'
import { DASHBOARD_TABS, FIRST_TAB } from './dashboard-tabs.ts'

export const Route = createFileRoute('/admin')({
  validateSearch: parseAdminLocation,
  loaderDeps: ({ search }) => search,
  // Fetched anew on every visit: what the maker sees here is what happened since.
  loader: ({ context: { queryClient }, deps }) =>
    requireAdminRoute(async () => {
      const { desk, tab, search } = shownDesk(deps)
      const shown = await (desk ?? DASHBOARD_TABS[tab])?.open()
      const loaded = shown?.loader(queryClient, search)
      await (desk
        ? loaded
        : Promise.all([
            queryClient.fetchQuery({ ...todoSummaryQuery, staleTime: 0 }),
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
function shownDesk({ view = '', tab = '', ...search }: AdminLocation) {
  return {
    desk: Object.hasOwn(ADMIN_VIEWS, view) ? ADMIN_VIEWS[view] : undefined,
    tab: Object.hasOwn(DASHBOARD_TABS, tab) ? tab : FIRST_TAB,
    search,
  }
}

function AdminPage() {
  const { desk, tab, search } = shownDesk(Route.useSearch())
  const navigate = Route.useNavigate()
  const go = (change: AdminSearch) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })
  if (desk)
    return (
      <AdminLayout title={desk.label}>
        <Suspense>
          <desk.AdminPage search={search} go={go} />
        </Suspense>
      </AdminLayout>
    )
  const openTab = (chosen: string) =>
    navigate({ search: chosen === FIRST_TAB ? {} : { tab: chosen }, resetScroll: false })
  return (
    <AdminLayout title="Workshop">
      <Dashboard tab={tab} onTab={openTab} search={search} go={go} />
    </AdminLayout>
  )
}
