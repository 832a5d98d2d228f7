import { addMinutes } from '#src/core/dates.ts'

/** How long a decision can be undone; messages wait as long. */
export const UNDO_SECONDS = 10
/** Allows for an undo request that is still on its way. */
const GRACE_SECONDS = 5

export function undoDeadline(decidedAt: Date): Date {
  return addMinutes(decidedAt, (UNDO_SECONDS + GRACE_SECONDS) / 60)
}

export const MODERATION_FLAGS = ['phone', 'link', 'shouting', 'repeated'] as const
export type ModerationFlag = (typeof MODERATION_FLAGS)[number]

export const MODERATION_FLAG_LABELS: Record<ModerationFlag, string> = {
  phone: 'Phone number',
  link: 'Link or address',
  shouting: 'Shouting',
  repeated: 'Repeated text',
}

/** Finds what a moderator should check. Only a hint: it decides nothing, and no text leaves the shop. */
export function findModerationFlags(...texts: string[]): ModerationFlag[] {
  return MODERATION_FLAGS.filter((flag) => texts.some(SIGNS[flag]))
}

const SIGNS: Record<ModerationFlag, (text: string) => boolean> = {
  phone: (text) => PHONE.test(text),
  link: (text) => LINK.test(text),
  shouting: isShouting,
  repeated: isRepetitive,
}

/** Ten digits of any script with little between them. */
const PHONE = /(?:\p{Nd}[\s().–-]{0,2}){10}/u

/** Lower case after the dot: 'It was great.In the end' is no link. */
const LINK =
  /[hH][tT][tT][pP][sS]?:\/\/|[wW]{3}\.|[^\s@]@[^\s@]+\.\p{L}|[\p{L}\d-]{2}\.(?:com|net|org|in|co|me|io|shop|store|info|biz|xyz|link|ly|app|site|online)(?![\p{L}\d])/u

const SHOUTED_LETTERS = 20
const SHOUTED_SHARE = 0.6

function isShouting(text: string): boolean {
  const large = text.match(/\p{Lu}/gu)?.length ?? 0
  const small = text.match(/\p{Ll}/gu)?.length ?? 0
  return /[!?]{4}/.test(text) || (large >= SHOUTED_LETTERS && large / (large + small) > SHOUTED_SHARE)
}

const SENTENCE_LETTERS = 20

/** A letter six times or a word four times in a row, or a repeated sentence. */
function isRepetitive(text: string): boolean {
  if (/(\p{L})\1{5}/iu.test(text)) return true
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.some((word, at) => at >= 3 && [1, 2, 3].every((back) => words[at - back] === word))) return true
  const sentences = text
    .toLowerCase()
    .split(/[.!?\n]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= SENTENCE_LETTERS)
  return new Set(sentences).size < sentences.length
}

export const MODERATION_KINDS = ['story', 'review'] as const
export type ModerationKind = (typeof MODERATION_KINDS)[number]

export const REJECTION_REASON_MAX = 500
