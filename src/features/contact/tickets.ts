export const TICKET_STATUSES = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** How long the parts of a message may be. */
export const TICKET_LENGTHS = { name: 60, phone: 30, email: 254, subject: 200, message: 5000 } as const

/** The number that people quote: SC-1001 and so on. */
export function formatTicketNumber(number: number): string {
  return `SC-${number}`
}

/** The law asks for an answer to a complaint within two days, and for its end within a month (E-Commerce Rules, 2020). */
const LEGAL_ANSWER_MINUTES = 48 * 60
const LEGAL_END_MINUTES = 30 * 24 * 60

type Ticking = { status: TicketStatus; createdAt: string; replyDueAt: string; answeredAt: string | null }
/** `minutesLeft` is negative by as much as it is late. */
export type TicketDeadline = { label: string; dueAt: string; minutesLeft: number }

/** What still has to happen with a ticket, and until when; nothing with one that is closed. */
export function listTicketDeadlines(ticket: Ticking, now: number): TicketDeadline[] {
  const clock = (label: string, dueAt: number): TicketDeadline => ({
    label,
    dueAt: new Date(dueAt).toISOString(),
    minutesLeft: Math.floor((dueAt - now) / MINUTE_MS),
  })
  const after = (minutes: number) => Date.parse(ticket.createdAt) + minutes * MINUTE_MS
  if (ticket.status === 'closed') return []
  if (ticket.status === 'answered') return [clock('To be settled', after(LEGAL_END_MINUTES))]
  const promised = clock('Reply promised', Date.parse(ticket.replyDueAt))
  return ticket.answeredAt ? [promised] : [promised, clock('Reply by law', after(LEGAL_ANSWER_MINUTES))]
}

const MINUTE_MS = 60_000

/** A span for people, as rough as its size allows: 50 min, 3 h 20 min, 2 days 5 h. */
export function formatDuration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return [`${days} ${days === 1 ? 'day' : 'days'}`, hours > 0 && `${hours} h`].filter(Boolean).join(' ')
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
