import { z } from 'zod'
import { coerceNumber, multiLineText, personName, requiredLineNoLinks } from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { TICKET_LENGTHS, TICKET_STATUSES } from './tickets.ts'

/** Landlines are allowed: we send no SMS to this number. */
const Phone = z
  .string()
  .trim()
  .max(TICKET_LENGTHS.phone)
  .regex(/^(?:[+(]{0,2}[0-9][0-9 ()./-]{5,})?$/, 'Please enter a valid telephone number.')

export const NewTicket = z.strictObject({
  name: personName(),
  phone: Phone.optional(),
  email: Email,
  subject: requiredLineNoLinks(TICKET_LENGTHS.subject),
  message: multiLineText(TICKET_LENGTHS.message).min(1, 'This is required.'),
  /** Honeypot: hidden on the page. The refusal has a text in case a real browser fills it. */
  website: z.string().max(0, 'Please leave this empty.').optional(),
})
export type NewTicket = z.infer<typeof NewTicket>

export const TicketReceipt = z.object({ ticket: z.string().regex(/^SC-[0-9]+$/) })
export type TicketReceipt = z.infer<typeof TicketReceipt>

export const InboxTicket = z.object({
  id: z.uuid(),
  ticket: z.string(),
  name: z.string(),
  subject: z.string(),
  beginning: z.string(),
  status: z.enum(TICKET_STATUSES),
  replyDueAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type InboxTicket = z.infer<typeof InboxTicket>

export const TicketDetails = InboxTicket.omit({ beginning: true }).extend({
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  replies: z.array(z.object({ id: z.uuid(), text: z.string(), byEmail: z.string(), createdAt: z.iso.datetime() })),
})
export type TicketDetails = z.infer<typeof TicketDetails>

export const TicketListParams = z.strictObject({
  status: z.enum(TICKET_STATUSES).optional(),
  q: z.string().trim().max(200).optional(),
  limit: coerceNumber(z.int().min(1).max(100)).default(20),
  cursor: z.uuid().optional(),
})
export type TicketListParams = z.infer<typeof TicketListParams>

export const TicketChange = z
  .strictObject({
    status: z.enum(TICKET_STATUSES),
    reply: multiLineText(TICKET_LENGTHS.message).min(1, 'This is required.').optional(),
  })
  .refine(({ status, reply }) => status !== 'open' || reply === undefined, 'A ticket with a reply cannot stay open.')
export type TicketChange = z.infer<typeof TicketChange>
