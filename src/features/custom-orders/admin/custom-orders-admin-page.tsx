import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { CUSTOM_ORDER_STATUS_NAMES, CUSTOM_ORDER_STATUSES } from '#src/features/custom-orders/custom-order-options.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterButton, FilterRow } from '#src/ui/forms/filter-buttons.tsx'
import { EmptyNote } from '#src/ui/item-list.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { adminCustomOrderQuery, adminCustomOrdersQuery } from './admin-custom-orders.queries.ts'
import { CustomOrderDetails } from './custom-order-details.tsx'
import { CustomOrdersTable } from './custom-orders-table.tsx'

const statusOf = ({ status }: AdminSearch) => CUSTOM_ORDER_STATUSES.find((known) => known === status)

export async function loadCustomOrdersAdminPage(queryClient: QueryClient, search: AdminSearch): Promise<void> {
  if (search.id) await queryClient.fetchQuery({ ...adminCustomOrderQuery(search.id), staleTime: 0 })
  else await loadPages(queryClient, adminCustomOrdersQuery(statusOf(search)))
}

export function CustomOrdersAdminPage({ search, go }: AdminPageProps) {
  if (!search.id) return <CustomOrders search={search} go={go} />
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="link" onClick={() => go({ id: undefined })}>
          All custom orders
        </Button>
      </div>
      <OpenCustomOrder key={search.id} id={search.id} />
    </div>
  )
}

function OpenCustomOrder({ id }: { id: string }) {
  const { data: order } = useSuspenseQuery(adminCustomOrderQuery(id))
  if (!order) return <EmptyNote>Custom order not found.</EmptyNote>
  return <CustomOrderDetails order={order} />
}

function CustomOrders({ search, go }: AdminPageProps) {
  const status = statusOf(search)
  const { list, items: orders } = usePagedList(adminCustomOrdersQuery(status))
  return (
    <div className="grid gap-4">
      <StatusFilter status={status} go={go} />
      <CustomOrdersTable
        orders={orders}
        empty={status ? 'No custom orders with this status.' : 'No custom orders yet.'}
      />
      <LoadMore list={list} className="w-full sm:w-auto sm:justify-self-center">
        Show more custom orders
      </LoadMore>
    </div>
  )
}

function StatusFilter({ status, go }: Pick<AdminPageProps, 'go'> & { status: ReturnType<typeof statusOf> }) {
  return (
    <FilterRow legend="Filter by status">
      {[undefined, ...CUSTOM_ORDER_STATUSES].map((one) => (
        <FilterButton
          key={one ?? 'all'}
          isChosen={one === status}
          onChoose={() => go({ status: one, cursor: undefined })}
        >
          {one ? CUSTOM_ORDER_STATUS_NAMES[one] : 'All'}
        </FilterButton>
      ))}
    </FilterRow>
  )
}
