import { createFileRoute } from '@tanstack/react-router'
import { parseAdminSearch } from '#src/browser/admin-page.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import {
  CustomOrdersAdminPage,
  loadCustomOrdersAdminPage,
} from '#src/features/custom-orders/admin/custom-orders-admin-page.tsx'
import { AdminLayout, requireAdminRoute } from './admin-layout.tsx'

export const Route = createFileRoute('/admin/custom-orders')({
  validateSearch: parseAdminSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, location }) =>
    requireAdminRoute(location, () => loadCustomOrdersAdminPage(queryClient, deps)),
  head: () => ({ meta: [{ title: `Custom Orders · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  component: CustomOrdersPage,
})

function CustomOrdersPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AdminLayout title="Custom Orders">
      <CustomOrdersAdminPage
        search={search}
        go={(change) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })}
      />
    </AdminLayout>
  )
}
