import { formatDayAndTime } from '#src/core/dates.ts'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import type { InboxTicket } from './contact.contract.ts'
import { spanText, type TicketClock, type TicketStatus, ticketClocks } from './contact.rules.ts'

const STATUS_LABELS: Record<TicketStatus, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
const STATUS_TONES: Record<TicketStatus, StatusTone> = { open: 'info', answered: 'ok', closed: 'neutral' }
const SOON_MINUTES = 4 * 60

type TicketClocksProps = {
  ticket: Pick<InboxTicket, 'status' | 'createdAt' | 'replyDueAt' | 'answeredAt'>
  /** When the ticket was asked for: the same on the server and in the browser. */
  now: number
  className?: string
}

/** How far a ticket is, and what has to happen by when; red with how long it is late. */
export function TicketClocks({ ticket, now, className = '' }: TicketClocksProps) {
  return (
    <ul className={`flex flex-wrap content-start gap-2 ${className}`}>
      <li>
        <StatusBadge tone={STATUS_TONES[ticket.status]}>{STATUS_LABELS[ticket.status]}</StatusBadge>
      </li>
      {ticketClocks(ticket, now).map((clock) => (
        <li key={clock.label} title={formatDayAndTime(clock.dueAt)}>
          <StatusBadge tone={toneOf(clock)}>
            {clock.minutesLeft < 0
              ? `${clock.label}: ${spanText(-clock.minutesLeft)} late`
              : `${clock.label} in ${spanText(clock.minutesLeft)}`}
          </StatusBadge>
        </li>
      ))}
    </ul>
  )
}

function toneOf({ minutesLeft }: TicketClock): StatusTone {
  if (minutesLeft < 0) return 'err'
  return minutesLeft < SOON_MINUTES ? 'warn' : 'neutral'
}
