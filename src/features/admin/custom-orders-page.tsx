import { createFileRoute } from '@tanstack/react-router'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { Desk, loadDesk } from '#src/features/custom-orders/custom-orders-desk.tsx'
import { readDeskSearch } from '#src/platform/desk.ts'
import { behindAdminGate } from './admin-gate.ts'
import { DeskFrame } from './desk-frame.tsx'

export const Route = createFileRoute('/admin/custom-orders')({
  validateSearch: readDeskSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => behindAdminGate(() => loadDesk(queryClient, deps)),
  head: () => ({ meta: [{ title: `Custom Orders · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  component: CustomOrdersPage,
})

function CustomOrdersPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DeskFrame title="Custom Orders">
      <Desk
        search={search}
        go={(change) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })}
      />
    </DeskFrame>
  )
}
