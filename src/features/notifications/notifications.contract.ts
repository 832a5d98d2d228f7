import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'

export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp', 'push'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

export const CHANNEL_LABELS: Record<MessageChannel, string> = {
  email: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  push: 'Push',
}

/** `held`: not attempted, because the channel is not configured or its limit is reached. */
export const MESSAGE_STATUSES = ['failed', 'held', 'waiting', 'sent'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Shown to admins instead of a subject that contains a code. */
export const SECRET_SUBJECT = 'Sign-in code or link'

export const MailboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type MailboxMessage = z.infer<typeof MailboxMessage>

export const MailboxFilter = z.object({ to: z.string().trim().max(254).optional() })

export const OutboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  subject: z.string(),
  /** Null when it is sensitive or was purged. */
  text: z.string().nullable(),
  isSensitive: z.boolean(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The next attempt, the delivery or the final failure. */
  at: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  readAt: z.iso.datetime().nullable(),
  canResend: z.boolean(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const OutboxListParams = z.strictObject({
  status: z.enum(MESSAGE_STATUSES).optional(),
  q: z.string().trim().max(200).optional(),
  limit: coerceNumber(z.int().min(1).max(100)).default(30),
  cursor: z.uuid().optional(),
})
export type OutboxListParams = z.infer<typeof OutboxListParams>

export const MessageSample = z.object({
  kind: z.string(),
  variant: z.string().nullable(),
  channel: z.enum(MESSAGE_CHANNELS),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
})
export type MessageSample = z.infer<typeof MessageSample>
