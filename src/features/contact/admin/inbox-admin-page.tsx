import type { QueryClient } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { InboxTicket } from '#src/features/contact/contact.contract.ts'
import { TICKET_STATUSES, type TicketStatus } from '#src/features/contact/tickets.ts'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { SearchBox } from '#src/ui/forms/search-box.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { ListCount, LoadMore } from '#src/ui/list-paging.tsx'
import { inboxQuery, ticketQuery } from './inbox.queries.ts'
import { TicketDeadlines } from './ticket-deadlines.tsx'
import { type TicketSubject, TicketView } from './ticket-view.tsx'

type Filter = TicketStatus | 'all'
const FILTERS: Record<Filter, string> = { open: 'Open', answered: 'Answered', closed: 'Closed', all: 'All' }

/** A search covers all statuses: callers do not know the status of their ticket. */
function readFilter({ status, q }: AdminSearch): Filter {
  if (status === 'all') return 'all'
  return TICKET_STATUSES.find((one) => one === status) ?? (q ? 'all' : 'open')
}

const filtersOf = (search: AdminSearch) => {
  const filter = readFilter(search)
  return { q: search.q, status: filter === 'all' ? undefined : filter }
}

export function loadInbox(queryClient: QueryClient, search: AdminSearch): Promise<unknown> {
  if (search.id) return queryClient.fetchQuery({ ...ticketQuery(search.id), staleTime: 0 })
  return loadPages(queryClient, inboxQuery(filtersOf(search)))
}

/** `subject` is what the ticket is about, if another feature knows. */
export function InboxPage({ search, go, subject }: AdminPageProps & { subject?: TicketSubject }) {
  if (!search.id) return <TicketList search={search} go={go} />
  return <TicketView id={search.id} onBack={() => go({ id: undefined })} subject={subject} />
}

function TicketList({ search, go }: AdminPageProps) {
  const { list, items, total } = usePagedList(inboxQuery(filtersOf(search)))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchBox
        label="Find a ticket"
        placeholder="Number, name, e-mail or text"
        q={search.q}
        onSearch={(q) => go({ q, status: undefined })}
      />
      <FilterButtons
        legend="Which tickets"
        labels={FILTERS}
        chosen={readFilter(search)}
        onChoose={(status) => go({ status })}
      />
      <ListCount total={total} one="ticket" many="tickets" />
      <ItemList items={items} empty={EMPTY[readFilter(search)]} q={search.q}>
        {(ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} now={list.dataUpdatedAt} onOpen={() => go({ id: ticket.id })} />
        )}
      </ItemList>
      <LoadMore list={list} />
    </div>
  )
}

const EMPTY: Record<Filter, string> = {
  open: 'No open tickets.',
  answered: 'No answered tickets.',
  closed: 'No closed tickets.',
  all: 'No tickets yet.',
}

type TicketRowProps = { ticket: InboxTicket; now: number; onOpen: () => void }

function TicketRow({ ticket, now, onOpen }: TicketRowProps) {
  const { name, subject, beginning, createdAt } = ticket
  return (
    <li className="relative grid gap-x-8 gap-y-3 p-4 [overflow-wrap:anywhere] hover:bg-pearl sm:p-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1">
        <h2 className="font-sans font-semibold text-base tracking-normal">
          <button type="button" onClick={onOpen} className="text-left after:absolute after:inset-0">
            {subject}
          </button>
        </h2>
        <p className="text-cocoa-600 text-small">
          {ticket.ticket} · {name} · <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
        </p>
        <p className="line-clamp-2 max-w-[80ch] text-cocoa-600 text-small">{beginning}</p>
      </div>
      <TicketDeadlines ticket={ticket} now={now} className="lg:max-w-64 lg:justify-end" />
    </li>
  )
}
