import { z } from 'zod'
import { Email } from '#src/features/account/account.contract.ts'
import { LENGTHS } from './contact.rules.ts'

/** Control characters and halves of characters: PostgreSQL refuses to store them, and no keyboard sends them. */
const UNPRINTABLE = /(?![\r\n\t])[\p{Cc}\p{Cs}]/u
const LINE_BREAK = /[\r\n\t]/

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((typed) => !UNPRINTABLE.test(typed), 'This has characters that cannot be read.')
/** One line: it becomes part of a mail's head. */
const line = (maxLength: number) =>
  text(maxLength)
    .min(1, 'This is required.')
    .refine((typed) => !LINE_BREAK.test(typed), 'This must be one line.')

/** Landlines too: nobody sends an SMS to this number. */
const Phone = z
  .string()
  .trim()
  .max(LENGTHS.phone)
  .regex(/^(?:[+(]{0,2}[0-9][0-9 ()./-]{5,})?$/, 'This is not a telephone number.')

/** What somebody writes to the studio. */
export const NewTicket = z.strictObject({
  name: line(LENGTHS.name),
  phone: Phone.optional(),
  email: Email,
  subject: line(LENGTHS.subject),
  message: text(LENGTHS.message).min(1, 'This is required.'),
  /** Out of sight on the page: only machines fill it. Refused in words, in case a person's browser did. */
  website: z.string().max(0, 'Please leave this empty.').optional(),
})
export type NewTicket = z.infer<typeof NewTicket>

export const TakenTicket = z.object({ ticket: z.string().regex(/^SC-[0-9]+$/) })
export type TakenTicket = z.infer<typeof TakenTicket>
