import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type AdminLocation, type AdminSearch, parseAdminLocation } from '#src/browser/admin-page.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { AdminLayout, requireAdminRoute } from '#src/features/admin/layout/admin-layout.tsx'
import { ADMIN_VIEWS, DASHBOARD_TABS, FIRST_TAB } from '#src/features/admin/layout/admin-nav.tsx'
import { dashboardStatsQuery, todoSummaryQuery } from '#src/features/admin/todo/use-admin-events.ts'
import { openingQuery } from '#src/features/settings/admin/settings-admin.queries.ts'
import { Dashboard } from './dashboard.tsx'

export const Route = createFileRoute('/admin')({
  validateSearch: parseAdminLocation,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, location }) =>
    requireAdminRoute(location, async () => {
      const { adminPage, tab, search } = resolveView(deps)
      const shown = await (adminPage ?? DASHBOARD_TABS[tab])?.open()
      const loaded = shown?.loader(queryClient, search)
      await (adminPage
        ? loaded
        : Promise.all([
            queryClient.fetchQuery({ ...todoSummaryQuery, staleTime: 0 }),
            queryClient.fetchQuery({ ...dashboardStatsQuery, staleTime: 0 }),
            queryClient.fetchQuery({ ...openingQuery, staleTime: 0 }),
            loaded,
          ]))
      return { title: adminPage?.label }
    }),
  // The titles come with the loader: the route table is part of every page's script.
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? 'Admin'} · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: AdminPage,
})

function resolveView({ view = '', tab = '', ...search }: AdminLocation) {
  return {
    adminPage: Object.hasOwn(ADMIN_VIEWS, view) ? ADMIN_VIEWS[view] : undefined,
    tab: Object.hasOwn(DASHBOARD_TABS, tab) ? tab : FIRST_TAB,
    search,
  }
}

function AdminPage() {
  const { adminPage, tab, search } = resolveView(Route.useSearch())
  const navigate = Route.useNavigate()
  const go = (change: AdminSearch) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })
  if (adminPage)
    return (
      <AdminLayout title={adminPage.label}>
        <Suspense>
          <adminPage.AdminPage search={search} go={go} />
        </Suspense>
      </AdminLayout>
    )
  const openTab = (chosen: string) =>
    navigate({ search: chosen === FIRST_TAB ? {} : { tab: chosen }, resetScroll: false })
  return (
    <AdminLayout title="Admin">
      <Dashboard tab={tab} onTab={openTab} search={search} go={go} />
    </AdminLayout>
  )
}
