import { z } from 'zod'
import { Email } from '#src/features/account/account.contract.ts'
import { line, personName, plainText } from '#src/platform/typed-text.ts'
import { LENGTHS, TICKET_STATUSES } from './contact.rules.ts'

/** Landlines too: nobody sends an SMS to this number. */
const Phone = z
  .string()
  .trim()
  .max(LENGTHS.phone)
  .regex(/^(?:[+(]{0,2}[0-9][0-9 ()./-]{5,})?$/, 'This is not a telephone number.')

/** What somebody writes to the studio. */
export const NewTicket = z.strictObject({
  name: personName(),
  phone: Phone.optional(),
  email: Email,
  subject: line(LENGTHS.subject),
  message: plainText(LENGTHS.message).min(1, 'This is required.'),
  /** Out of sight on the page: only machines fill it. Refused in words, in case a person's browser did. */
  website: z.string().max(0, 'Please leave this empty.').optional(),
})
export type NewTicket = z.infer<typeof NewTicket>

export const TakenTicket = z.object({ ticket: z.string().regex(/^SC-[0-9]+$/) })
export type TakenTicket = z.infer<typeof TakenTicket>

/** A ticket in the maker's list. */
export const InboxTicket = z.object({
  id: z.uuid(),
  ticket: z.string(),
  name: z.string(),
  subject: z.string(),
  /** How the message begins. */
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
  /** Oldest first. */
  replies: z.array(z.object({ id: z.uuid(), text: z.string(), byEmail: z.string(), createdAt: z.iso.datetime() })),
})
export type TicketDetails = z.infer<typeof TicketDetails>

export const InboxPage = z.strictObject({
  status: z.enum(TICKET_STATUSES).optional(),
  q: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.uuid().optional(),
})
export type InboxPage = z.infer<typeof InboxPage>

export const TicketChange = z
  .strictObject({
    status: z.enum(TICKET_STATUSES),
    reply: plainText(LENGTHS.message).min(1, 'This is required.').optional(),
  })
  .refine(({ status, reply }) => status !== 'open' || reply === undefined, 'What is answered does not stay open.')
export type TicketChange = z.infer<typeof TicketChange>
