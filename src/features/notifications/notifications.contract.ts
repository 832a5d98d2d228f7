import { z } from 'zod'

export const MESSAGE_CHANNELS = ['email', 'sms'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** A message as the demo mailbox shows it. */
export const KeptMessage = z.object({
  id: z.uuid(),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type KeptMessage = z.infer<typeof KeptMessage>

export const MailboxFilter = z.object({ to: z.string().trim().max(254).optional() })
