/** How long the parts of a message may be. */
export const LENGTHS = { name: 100, phone: 30, email: 254, subject: 200, message: 5000 } as const

/** The number that people quote: SC-1001 and so on. */
export function ticketName(number: number): string {
  return `SC-${number}`
}
