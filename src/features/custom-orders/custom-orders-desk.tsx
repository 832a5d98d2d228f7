import { type QueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { DeskProps, DeskSearch } from '#src/platform/desk.ts'
import { Button } from '#src/ui/button.tsx'
import { CUSTOM_ORDER_STATUS_NAMES, CUSTOM_ORDER_STATUSES } from './custom-orders.rules.ts'
import { CustomOrdersTable } from './custom-orders-table.tsx'
import { customOrdersQuery, quoteDeskQuery } from './quote-desk.queries.ts'
import { QuoteDesk } from './quote-desk.tsx'

const statusOf = ({ status }: DeskSearch) => CUSTOM_ORDER_STATUSES.find((known) => known === status)

/** Fetches the list, or the custom order that the address opens. */
export async function loadDesk(queryClient: QueryClient, search: DeskSearch): Promise<void> {
  if (search.id) await queryClient.fetchQuery({ ...quoteDeskQuery(search.id), staleTime: 0 })
  else await queryClient.fetchInfiniteQuery({ ...customOrdersQuery(statusOf(search)), staleTime: 0 })
}

/** What shoppers composed: the list, and in its place the one that is being priced. */
export function Desk({ search, go }: DeskProps) {
  if (!search.id) return <CustomOrders search={search} go={go} />
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="link" onClick={() => go({ id: undefined })}>
          All custom orders
        </Button>
      </div>
      <OpenQuoteDesk key={search.id} id={search.id} />
    </div>
  )
}

function OpenQuoteDesk({ id }: { id: string }) {
  const { data: order } = useSuspenseQuery(quoteDeskQuery(id))
  if (!order) return <p className="border border-line bg-white p-6 text-cocoa-600">There is no such custom order.</p>
  return <QuoteDesk order={order} />
}

function CustomOrders({ search, go }: DeskProps) {
  const status = statusOf(search)
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(customOrdersQuery(status))
  const orders = data.pages.flatMap(({ items }) => items)
  return (
    <div className="grid gap-4">
      <StatusFilter status={status} go={go} />
      <CustomOrdersTable
        orders={orders}
        empty={status ? 'No custom order is here.' : 'Nobody has composed a chocolate yet.'}
      />
      {hasNextPage && (
        <Button
          variant="secondary"
          pending={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          className="w-full sm:w-auto sm:justify-self-center"
        >
          Show more custom orders
        </Button>
      )}
    </div>
  )
}

function StatusFilter({ status, go }: Pick<DeskProps, 'go'> & { status: ReturnType<typeof statusOf> }) {
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <legend className="sr-only">Which custom orders</legend>
      {[undefined, ...CUSTOM_ORDER_STATUSES].map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          aria-pressed={one === status}
          onClick={() => go({ status: one, cursor: undefined })}
          className="min-h-11 shrink-0 rounded-control border border-line-strong px-4 text-small aria-pressed:border-cocoa-900 aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
        >
          {one ? CUSTOM_ORDER_STATUS_NAMES[one] : 'All'}
        </button>
      ))}
    </fieldset>
  )
}
