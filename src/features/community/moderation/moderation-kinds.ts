export const MODERATION_KINDS = ['story', 'review'] as const
export type ModerationKind = (typeof MODERATION_KINDS)[number]

export const REJECTION_REASON_MAX = 500
