export const MODERATED_KINDS = ['story', 'review'] as const
export type ModeratedKind = (typeof MODERATED_KINDS)[number]

export const REASON_MAX = 500
