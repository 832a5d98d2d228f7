import type { QueryClient } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { MESSAGE_STATUSES, type MessageStatus } from '#src/features/notifications/message-status.ts'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { SearchBox } from '#src/ui/forms/search-box.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { MessageRow } from './message-row.tsx'
import { outboxQuery } from './outbox.queries.ts'

type Filter = MessageStatus | 'all'
const FILTERS: Record<Filter, string> = {
  all: 'All',
  failed: 'Failed',
  held: 'Held',
  waiting: 'Waiting',
  sent: 'Sent',
}
const EMPTY: Record<Filter, string> = {
  all: 'No messages yet.',
  failed: 'No message failed.',
  held: 'No message is held back.',
  waiting: 'No message is waiting.',
  sent: 'Nothing has been sent yet.',
}

const readFilter = ({ status }: AdminSearch): Filter => MESSAGE_STATUSES.find((one) => one === status) ?? 'all'

const wantedBy = (search: AdminSearch) => {
  const filter = readFilter(search)
  return { q: search.q, status: filter === 'all' ? undefined : filter }
}

export const loader = (queryClient: QueryClient, search: AdminSearch) =>
  loadPages(queryClient, outboxQuery(wantedBy(search)))

export function AdminPage({ search, go }: AdminPageProps) {
  const filter = readFilter(search)
  const { list, items, total } = usePagedList(outboxQuery(wantedBy(search)))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchBox label="Find a message" placeholder="Recipient or subject" q={search.q} onSearch={(q) => go({ q })} />
      <FilterButtons
        legend="Which messages"
        labels={FILTERS}
        chosen={filter}
        onChoose={(one) => go({ status: one === 'all' ? undefined : one })}
      />
      {filter === 'held' && (
        <p className="max-w-[75ch] text-cocoa-600 text-small">
          These wait until SMS is set up: an MSG91 key in the shop’s environment, and under Settings a template for each
          kind. Until then customers get only the e-mail.
        </p>
      )}
      <p role="status" className="text-cocoa-600 text-small empty:hidden">
        {total !== null && (total === 1 ? '1 message' : `${total} messages`)}
      </p>
      <ItemList items={items} empty={EMPTY[filter]} q={search.q}>
        {(message) => <MessageRow key={message.id} message={message} />}
      </ItemList>
      <LoadMore list={list} />
    </div>
  )
}
