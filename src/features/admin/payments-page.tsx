import { createFileRoute } from '@tanstack/react-router'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { Desk, loadDesk } from '#src/features/payments/payments-desk.tsx'
import { readDeskSearch } from '#src/platform/desk.ts'
import { behindAdminGate } from './admin-gate.ts'
import { DeskFrame } from './desk-frame.tsx'

export const Route = createFileRoute('/admin/payments')({
  validateSearch: readDeskSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => behindAdminGate(() => loadDesk(queryClient, deps)),
  head: () => ({ meta: [{ title: `Payment Portal · ${SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] }),
  component: PaymentsPage,
})

function PaymentsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DeskFrame title="Payment Portal">
      <Desk
        search={search}
        go={(change) => navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })}
      />
    </DeskFrame>
  )
}
