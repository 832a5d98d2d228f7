import { createFileRoute } from '@tanstack/react-router'
import { parseAdminSearch } from '#src/browser/admin-page.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { loadPaymentsAdminPage, PaymentsAdminPage } from '#src/features/payments/admin/payments-admin-page.tsx'
import { AdminLayout, requireAdminRoute } from './admin-layout.tsx'

export const Route = createFileRoute('/admin/payments')({
  validateSearch: parseAdminSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, location }) =>
    requireAdminRoute(location, () => loadPaymentsAdminPage(queryClient, deps)),
  head: () => ({ meta: [{ title: `Payment Portal · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  component: PaymentsPage,
})

function PaymentsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AdminLayout title="Payment Portal">
      <PaymentsAdminPage
        search={search}
        go={(change) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })}
      />
    </AdminLayout>
  )
}
