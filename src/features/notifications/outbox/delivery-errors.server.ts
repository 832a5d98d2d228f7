/** The other side will never take this message: no later try can help, a person has to look. */
export class Undeliverable extends Error {}

/** The shop has no way to send such a message yet. Nothing failed, and nothing is to be tried again. */
export class ChannelNotConfigured extends Error {}

/** Enough of such messages have gone out for now. Nothing failed; a person decides whether this one still matters. */
export class SmsLimitReached extends Error {}
