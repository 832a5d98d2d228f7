import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { PrintBar } from '#src/features/orders/fulfilment/print-bar.tsx'
import { EMPTY_FILTER_TEXTS, parseOrderFilter } from '#src/features/orders/lookup/order-filters.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { EmptyNote } from '#src/ui/item-list.tsx'
import { countText, LoadMore } from '#src/ui/list-paging.tsx'
import { AdminOrderRow } from './admin-order-row.tsx'
import { adminOrderQuery, adminOrdersQuery } from './admin-orders.queries.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'

export function loader(queryClient: QueryClient, { status, q, id }: AdminSearch) {
  return Promise.all([
    loadPages(queryClient, adminOrdersQuery({ queue: parseOrderFilter(status, q), q })),
    id && queryClient.fetchQuery({ ...adminOrderQuery(id), staleTime: 0 }),
  ])
}

export function AdminPage({ search, go }: AdminPageProps) {
  const queue = parseOrderFilter(search.status, search.q)
  const { list, items: shown } = usePagedList(adminOrdersQuery({ queue, q: search.q }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { linked, isUnknown } = useLinkedOrder(search.id, shown)
  const choose = (ids: string[], isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  const row = (order: Order) => (
    <AdminOrderRow
      key={order.id}
      order={order}
      isOpen={order.id === search.id}
      onToggle={() => go({ id: order.id === search.id ? undefined : order.id })}
      isChosen={chosen.has(order.id)}
      onChoose={(isChosen) => choose([order.id], isChosen)}
      onChooseAll={(ids) => choose(ids, true)}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OrderFilterBar queue={queue} q={search.q} go={go} />
      {isUnknown && <p className="text-cocoa-600">Order not found.</p>}
      {linked && <ul className="border border-line bg-white">{row(linked)}</ul>}
      {shown.length === 0 ? (
        <EmptyNote>{search.q ? `Nothing found for “${search.q}”.` : EMPTY_FILTER_TEXTS[queue]}</EmptyNote>
      ) : (
        <>
          <ListHead
            text={countText(list.hasNextPage ? (list.data.pages[0]?.total ?? null) : shown.length, {
              one: 'order',
              many: 'orders',
              atLeast: `${shown.length}`,
            })}
            allChosen={shown.every(({ id }) => chosen.has(id))}
            onChooseAll={(isChosen) =>
              choose(
                shown.map(({ id }) => id),
                isChosen,
              )
            }
          />
          <ul className="divide-y divide-line border border-line bg-white">{shown.map(row)}</ul>
        </>
      )}
      <LoadMore list={list} />
      {chosen.size > 0 && <PrintBar ids={[...chosen]} onClear={() => setChosen(new Set())} />}
    </div>
  )
}

/** The order in the URL, if the list does not contain it. */
function useLinkedOrder(id: string | undefined, shown: Order[]) {
  const isMissing = id !== undefined && !shown.some((order) => order.id === id)
  const { data } = useQuery({ ...adminOrderQuery(id ?? ''), enabled: isMissing })
  return { linked: isMissing && data ? data : undefined, isUnknown: isMissing && data === null }
}

type ListHeadProps = { text: string; allChosen: boolean; onChooseAll: (isChosen: boolean) => void }

function ListHead({ text, allChosen, onChooseAll }: ListHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 pr-1 pl-4">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
        <input
          type="checkbox"
          checked={allChosen}
          onChange={(event) => onChooseAll(event.target.checked)}
          className="size-5 accent-cocoa-900"
        />
        Choose all shown
      </label>
      <p className="text-cocoa-600 text-small" role="status">
        {text}
      </p>
    </div>
  )
}
