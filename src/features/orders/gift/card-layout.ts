import type { Gift } from '#src/features/orders/order-form.contract.ts'
import { splitLetters } from './card-text.ts'

/** Rows that fit, also below a logo, and letters of usual width in a row. */
const SIZES = [
  { name: 'large', rows: 5, rowsBelowLogo: 4, letters: 34 },
  { name: 'medium', rows: 7, rowsBelowLogo: 5, letters: 43 },
  { name: 'small', rows: 8, rowsBelowLogo: 7, letters: 52 },
] as const
export type CardSize = (typeof SIZES)[number]['name'] | 'smallest'

const WIDE = /[A-Z@%mw\u2014\u0c00-\u0c7f]/
const WIDER = 1.7
/** Below a logo no row is left over for letters that are wider than estimated. */
const SHARE_BELOW_LOGO = 0.88

export const DEFAULT_CARD_MESSAGE = 'A gift for you'

/** What a card says, and how large: the largest size in which the message fits. */
export function layOutCard({ message, from }: Pick<Gift, 'message' | 'from'>, hasLogo = false) {
  const text = message || DEFAULT_CARD_MESSAGE
  const share = hasLogo ? SHARE_BELOW_LOGO : 1
  const widths = text.split('\n').map(widthOf)
  const rowsAt = (letters: number) =>
    widths.reduce((rows, width) => rows + Math.max(1, Math.ceil(width / (letters * share))), 0)
  const size: CardSize =
    SIZES.find(({ rows, rowsBelowLogo, letters }) => rowsAt(letters) <= (hasLogo ? rowsBelowLogo : rows))?.name ??
    'smallest'
  return { text, size, from: from && `From ${from}` }
}

const widthOf = (line: string) => splitLetters(line).reduce((sum, letter) => sum + (WIDE.test(letter) ? WIDER : 1), 0)
