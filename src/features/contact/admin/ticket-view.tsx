import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import type { TicketDetails } from '#src/features/contact/contact.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { EmptyNote } from '#src/ui/item-list.tsx'
import { closeTicket, reopenTicket, ticketQuery } from './inbox.queries.ts'
import { ReplyForm } from './reply-form.tsx'
import { TicketDeadlines } from './ticket-deadlines.tsx'

const CloseUnsettledDialog = lazy(() =>
  import('./close-unsettled-dialog.tsx').then((module) => ({ default: module.CloseUnsettledDialog })),
)

/** `loss` says what the customer does not get if the ticket is closed now. */
export type TicketSubject = { panel: ReactNode; loss?: string } | undefined

type TicketViewProps = { id: string; onBack: () => void; subject: TicketSubject }

export function TicketView({ id, onBack, subject }: TicketViewProps) {
  const { data: ticket, dataUpdatedAt } = useSuspenseQuery(ticketQuery(id))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Button variant="link" onClick={onBack} className="justify-self-start text-small">
        <ArrowLeft aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
        All tickets
      </Button>
      {ticket ? (
        <article aria-labelledby="ticket" className="grid gap-6 [overflow-wrap:anywhere] lg:max-w-4xl">
          <header className="grid gap-3">
            <p className="text-cocoa-600 text-small">{ticket.ticket}</p>
            <h2 id="ticket" className="text-heading">
              {ticket.subject}
            </h2>
            <TicketDeadlines ticket={ticket} now={dataUpdatedAt} />
          </header>
          <Conversation ticket={ticket} />
          {subject?.panel}
          {ticket.status !== 'closed' && <Reply ticket={ticket} isFolded={subject?.loss !== undefined} />}
          <CloseOrReopen ticket={ticket} loss={subject?.loss} />
        </article>
      ) : (
        <EmptyNote>Ticket not found.</EmptyNote>
      )}
    </div>
  )
}

function Conversation({ ticket }: { ticket: TicketDetails }) {
  const { name, email, phone, message, createdAt, replies } = ticket
  return (
    <ol className="grid gap-4">
      <li className="grid gap-3 border border-line bg-white p-5">
        <div className="grid text-small">
          <p className="font-semibold">{name}</p>
          <p className="flex flex-wrap gap-x-5">
            <a href={`mailto:${email}`} className={CONTACT}>
              {email}
            </a>
            {phone && (
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={CONTACT}>
                {formatMobile(phone)}
              </a>
            )}
          </p>
          <Time at={createdAt} />
        </div>
        <p className="whitespace-pre-line">{message}</p>
      </li>
      {replies.map((reply) => (
        <li key={reply.id} className="grid gap-3 border-gold-500 border-l-2 bg-ivory p-5 sm:ml-10">
          <div className="text-small">
            <p className="font-semibold">Answered by {reply.byEmail}</p>
            <Time at={reply.createdAt} />
          </div>
          <p className="whitespace-pre-line">{reply.text}</p>
        </li>
      ))}
    </ol>
  )
}

const CONTACT = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-gold-700'

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-cocoa-600">
      {formatDayAndTime(at)}
    </time>
  )
}

function Reply({ ticket, isFolded }: { ticket: TicketDetails; isFolded: boolean }) {
  const form = <ReplyForm key={ticket.replies.length} ticket={ticket} canClose={!isFolded} />
  if (!isFolded) return form
  return (
    <details key={ticket.replies.length}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Ask the customer something</summary>
      <div className="pt-3">{form}</div>
    </details>
  )
}

function CloseOrReopen({ ticket: { id, status }, loss }: { ticket: TicketDetails; loss: string | undefined }) {
  const close = useMutation(closeTicket)
  const reopen = useMutation(reopenTicket)
  const [isAsking, setAsking] = useState(false)
  const isClosed = status === 'closed'
  return (
    <div className="flex flex-wrap gap-3">
      {!isClosed && (
        <Button
          variant="secondary"
          size="small"
          pending={close.isPending}
          onClick={() => (loss === undefined ? close.mutate({ id, status: 'closed' }) : setAsking(true))}
        >
          {status === 'open' ? 'Close without a reply' : 'Close'}
        </Button>
      )}
      {isAsking && loss !== undefined && !isClosed && (
        <Suspense>
          <CloseUnsettledDialog ticketId={id} loss={loss} onClose={() => setAsking(false)} />
        </Suspense>
      )}
      {status !== 'open' && (
        <Button
          variant="secondary"
          size="small"
          pending={reopen.isPending}
          onClick={() => reopen.mutate({ id, status: 'open' })}
        >
          Open again
        </Button>
      )}
    </div>
  )
}
