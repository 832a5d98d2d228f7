import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatAmount } from '#src/core/money.ts'
import { type AdminProblem, namePieces, type ProblemKind } from './problems.contract.ts'

/** The server adds this sentence, so that every reply states the decision. */
export const refundSentence = (amountInRupees: number) =>
  `We refund ${formatAmount(amountInRupees)} to the account that you paid from.`

export const AGAIN = 'We send you the same pieces again, at no cost.'

/** Tells an admin which order to refund instead of a replacement. */
export const refundOriginal = (reference: string) =>
  `A replacement cost nothing. To give money back, refund order ${reference}.`

type Replaced = Pick<AdminProblem, 'replacedBefore' | 'proposed'>

export const describeReplaced = ({ replacedBefore, proposed }: Replaced) =>
  `Replaced before: ${namePieces(replacedBefore)}. That leaves ${formatAmount(proposed ?? 0)}.`

/** Pieces that were replaced before are refunded only if the admin says so. */
export function needsConfirmation({ replacedBefore, proposed }: Replaced, amount: number): boolean {
  return replacedBefore.length > 0 && amount > (proposed ?? 0)
}

type Replacement = { reference: string; deliverFrom: string | null; deliverTo: string | null }

/** Names the replacement order, and its delivery window unless that is by arrangement. */
export function replacementSentence({ reference, deliverFrom: from, deliverTo: to }: Replacement): string {
  const when = from && to ? `, expected ${formatDeliveryWindow({ from, to })}` : ''
  return `${AGAIN} Your replacement is order ${reference}${when}.`
}

/** Joins an admin's text with our sentence. */
export function joinReply(written: string, sentence: string): string {
  return [written.trim(), sentence].filter(Boolean).join('\n\n')
}

export const APOLOGIES: Record<ProblemKind, string> = {
  melted: 'We are sorry that your chocolate arrived melted.',
  broken: 'We are sorry that your chocolate arrived broken.',
  wrong: 'We are sorry that you did not get what you ordered.',
  missing: 'We are sorry that something was missing.',
  late: 'We are sorry that your chocolate is late.',
  other: 'We are sorry that something was not right.',
}
