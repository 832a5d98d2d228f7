export const MESSAGE_CHANNELS = ['email', 'sms'] as const

/** `held`: not tried, because its channel is not set up or has sent enough; waiting would not change that. */
export const MESSAGE_STATUSES = ['failed', 'held', 'waiting', 'sent'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** What the maker reads in place of a subject that lets somebody in. */
export const SECRET_SUBJECT = 'Sign-in code'
