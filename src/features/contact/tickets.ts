import { counted } from '#src/core/words.ts'

export const TICKET_STATUSES = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

export const TICKET_LENGTHS = { name: 60, phone: 30, email: 254, subject: 200, message: 5000 } as const

/** Formats a ticket number as customers quote it: SC-1001. */
export function formatTicketNumber(number: number): string {
  return `SC-${number}`
}

/** E-Commerce Rules, 2020: a complaint is settled within a month. The automatic mail acknowledges it. */
const LEGAL_END_MINUTES = 30 * 24 * 60

type TicketTimes = { status: TicketStatus; createdAt: string; replyDueAt: string }
/** `minutesLeft` is negative when the deadline has passed. */
export type TicketDeadline = { label: string; dueAt: string; minutesLeft: number }

export function listTicketDeadlines(ticket: TicketTimes, now: number): TicketDeadline[] {
  const deadline = (label: string, dueAt: number): TicketDeadline => ({
    label,
    dueAt: new Date(dueAt).toISOString(),
    minutesLeft: Math.floor((dueAt - now) / MINUTE_MS),
  })
  const after = (minutes: number) => Date.parse(ticket.createdAt) + minutes * MINUTE_MS
  if (ticket.status === 'closed') return []
  if (ticket.status === 'answered') return [deadline('To be resolved', after(LEGAL_END_MINUTES))]
  return [deadline('Reply promised', Date.parse(ticket.replyDueAt))]
}

const MINUTE_MS = 60_000

/** Formats a duration in its two largest units: 50 min, 3 h 20 min, 2 days 5 h. */
export function formatDuration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return [counted(days, 'day'), hours > 0 && `${hours} h`].filter(Boolean).join(' ')
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
