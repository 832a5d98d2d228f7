export const TICKET_STATUSES = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** How long the parts of a message may be. */
export const LENGTHS = { name: 100, phone: 30, email: 254, subject: 200, message: 5000 } as const

/** The number that people quote: SC-1001 and so on. */
export function ticketName(number: number): string {
  return `SC-${number}`
}

/** A number that is no number yet: some of its digits are crossed out. */
export function isMaskedPhone(phone: string): boolean {
  return /X{2}/i.test(phone)
}

/** An address in a domain that exists for examples only (RFC 2606). */
export function isExampleAddress(email: string): boolean {
  return email.endsWith('.example')
}
