import { formatDayAndTime } from '#src/core/dates.ts'
import type { InboxTicket } from '#src/features/contact/contact.contract.ts'
import {
  formatDuration,
  listTicketDeadlines,
  type TicketDeadline,
  type TicketStatus,
} from '#src/features/contact/tickets.ts'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'

const STATUS_LABELS: Record<TicketStatus, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
const STATUS_TONES: Record<TicketStatus, StatusTone> = { open: 'info', answered: 'ok', closed: 'neutral' }
const SOON_MINUTES = 4 * 60

type TicketDeadlinesProps = {
  ticket: Pick<InboxTicket, 'status' | 'createdAt' | 'replyDueAt'>
  /** When the ticket was fetched: the same on the server and in the browser. */
  now: number
  className?: string
}

export function TicketDeadlines({ ticket, now, className = '' }: TicketDeadlinesProps) {
  return (
    <ul className={`flex flex-wrap content-start gap-2 ${className}`}>
      <li>
        <StatusBadge tone={STATUS_TONES[ticket.status]}>{STATUS_LABELS[ticket.status]}</StatusBadge>
      </li>
      {listTicketDeadlines(ticket, now).map((clock) => (
        <li key={clock.label} title={formatDayAndTime(clock.dueAt)}>
          <StatusBadge tone={toneOf(clock)}>
            {clock.minutesLeft < 0
              ? `${clock.label}: ${formatDuration(-clock.minutesLeft)} late`
              : `${clock.label} in ${formatDuration(clock.minutesLeft)}`}
          </StatusBadge>
        </li>
      ))}
    </ul>
  )
}

function toneOf({ minutesLeft }: TicketDeadline): StatusTone {
  if (minutesLeft < 0) return 'err'
  return minutesLeft < SOON_MINUTES ? 'warn' : 'neutral'
}
