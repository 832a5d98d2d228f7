import { mutationOptions, type QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { serverMessage } from '#src/browser/form-errors.ts'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import { loadPages, pagedQuery, usePagedList } from '#src/browser/paged-list.ts'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import { counted } from '#src/core/words.ts'
import { copyForWhatsApp } from '#src/features/notifications/admin/copy-for-whatsapp.tsx'
import {
  CHANNEL_LABELS,
  MESSAGE_STATUSES,
  type MessageStatus,
  type OutboxMessage,
} from '#src/features/notifications/notifications.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { SearchBox } from '#src/ui/forms/search-box.tsx'
import { ItemList } from '#src/ui/item-list.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'

type Filter = MessageStatus | 'all'
const FILTERS: Record<Filter, string> = {
  all: 'All',
  failed: 'Failed',
  held: 'Suppressed',
  waiting: 'Waiting',
  sent: 'Sent',
}

const EMPTY: Record<Filter, string> = {
  all: 'No messages yet.',
  failed: 'No message failed.',
  held: 'No message is suppressed.',
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
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <SearchBox label="Find a message" placeholder="Recipient or subject" q={search.q} onSearch={(q) => go({ q })} />
        <TestEmailButton />
      </div>
      <FilterButtons
        legend="Which messages"
        labels={FILTERS}
        chosen={filter}
        onChoose={(one) => go({ status: one === 'all' ? undefined : one })}
      />
      {filter === 'held' && (
        <p className="max-w-[75ch] text-cocoa-600 text-small">
          These were not sent: SMS or WhatsApp is not set up (an MSG91 key or a WhatsApp token in the shop’s
          environment, and under Settings a template for each kind), or a limit was reached: three an hour to one number
          and 200 a day, for each of the two. Customers got the e-mail. Resend what still matters.
        </p>
      )}
      <p role="status" className="text-cocoa-600 text-small empty:hidden">
        {total !== null && counted(total, 'message')}
      </p>
      <ItemList items={items} empty={EMPTY[filter]} q={search.q}>
        {(message) => <MessageRow key={message.id} message={message} />}
      </ItemList>
      <LoadMore list={list} />
    </div>
  )
}

function TestEmailButton() {
  const testing = useMutation(sendTestEmail)
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      pending={testing.isPending}
      onClick={() => testing.mutate()}
    >
      Send a test e-mail
    </Button>
  )
}

const STATUS_LABELS: Record<MessageStatus, string> = {
  failed: 'Failed',
  held: 'Suppressed',
  waiting: 'Waiting',
  sent: 'Sent',
}
const STATUS_TONES: Record<MessageStatus, StatusTone> = { failed: 'err', held: 'warn', waiting: 'info', sent: 'ok' }

function MessageRow({ message }: { message: OutboxMessage }) {
  const { channel, to, subject, status, lastError } = message
  const { data: shop } = useQuery(shopInfoQuery)
  const label = status === 'sent' && shop?.mode === 'demo' ? 'In the demo mailbox' : STATUS_LABELS[status]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 p-4 [overflow-wrap:anywhere] sm:p-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-1.5">
        <h2 className="font-sans font-semibold text-base tracking-normal">{subject || CHANNEL_LABELS[channel]}</h2>
        <p className="text-cocoa-600 text-small">
          {CHANNEL_LABELS[channel]} to {to}
        </p>
        {lastError && status !== 'sent' && <p className="text-err text-small">{lastError}</p>}
        <Words message={message} />
      </div>
      <div className="grid content-start justify-items-start gap-2 lg:justify-items-end">
        <StatusBadge tone={STATUS_TONES[status]}>{label}</StatusBadge>
        <When message={message} />
        {message.canResend && <Actions message={message} />}
      </div>
    </li>
  )
}

function When({ message: { status, at, attempts, createdAt, deliveredAt, readAt } }: { message: OutboxMessage }) {
  const time = <time dateTime={at}>{formatDayAndTime(at)}</time>
  return (
    <div className="text-cocoa-600 text-meta lg:text-right">
      <p>
        Written <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
      </p>
      {status === 'failed' && <p>Failed {time}</p>}
      {status === 'sent' && <p>Sent {time}</p>}
      {deliveredAt && <p>Delivered {formatDayAndTime(deliveredAt)}</p>}
      {readAt && <p>Read {formatDayAndTime(readAt)}</p>}
      {status === 'waiting' && <p>Next try {time}</p>}
      {attempts > 0 && <p>{counted(attempts, 'attempt')}</p>}
    </div>
  )
}

function Words({ message: { text, isSensitive } }: { message: OutboxMessage }) {
  if (text === null)
    return (
      <p className="text-cocoa-600 text-meta">
        {isSensitive
          ? 'Hidden: it contains a sign-in code or link.'
          : 'The text was deleted because the message is old.'}
      </p>
    )
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small underline underline-offset-4 hover:text-gold-700">
        Show text
      </summary>
      <p className="max-w-[75ch] whitespace-pre-line bg-ivory p-4 text-small">{text}</p>
    </details>
  )
}

function Actions({ message: { id, to, subject, text } }: { message: OutboxMessage }) {
  const resend = useMutation(resendMessage)
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      <Button size="small" pending={resend.isPending} aria-label={`Resend to ${to}`} onClick={() => resend.mutate(id)}>
        Resend
      </Button>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Copy WhatsApp text for ${to}`}
        onClick={() => copyForWhatsApp([subject, text].filter(Boolean).join('\n\n'))}
      >
        Copy WhatsApp text
      </Button>
    </div>
  )
}

const ALL = ['/api/admin/messages']

const outboxQuery = (filters: { status?: MessageStatus; q?: string }) =>
  pagedQuery<OutboxMessage>(ALL, '/api/admin/messages', filters)

const sendTestEmail = mutationOptions({
  mutationFn: () => sendJson<Pick<OutboxMessage, 'to'>>('POST', '/api/admin/messages/test-email'),
  onSuccess: ({ to }) => showToast({ title: 'Test E-mail Queued', description: `We are sending it to ${to}.` }),
  meta: {
    failure: (error) => ({ title: 'Not Sent', description: serverMessage(error) ?? 'Please try again.' }),
    refreshes: [ALL],
  },
})

const resendMessage = mutationOptions({
  mutationFn: (id: OutboxMessage['id']) => sendJson<OutboxMessage>('POST', `/api/admin/messages/${id}/resend`),
  meta: {
    success: { title: 'Message Queued', description: 'We will try again right away.' },
    failure: (error) => ({ title: 'Not Resent', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [ALL, ['/api/admin/today']],
  },
})
