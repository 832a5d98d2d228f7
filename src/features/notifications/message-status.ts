export const MESSAGE_CHANNELS = ['email', 'sms'] as const

/** `held`: not attempted, because the channel is not configured or its limit is reached. */
export const MESSAGE_STATUSES = ['failed', 'held', 'waiting', 'sent'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Shown to admins instead of a subject that contains a code. */
export const SECRET_SUBJECT = 'Sign-in code'
