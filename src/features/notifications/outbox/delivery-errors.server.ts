/** Permanent failure: no retry can help. */
export class Undeliverable extends Error {}

/** The channel is not configured: the message is held, not retried. */
export class ChannelNotConfigured extends Error {}

/** The SMS limit is reached: the message is held, not retried. */
export class SmsLimitReached extends Error {}
