import { formatAmount } from '#src/core/money.ts'
import { joinNames } from '#src/core/words.ts'
import type { AdminProblem, ProblemOutcome } from '#src/features/problems/problems.contract.ts'
import { describeReplaced, refundOriginal } from '#src/features/problems/settlement-sentences.ts'

export function whyImpossible(
  { refundable, hasLeft, replaces }: Pick<AdminProblem, 'refundable' | 'hasLeft' | 'replaces'>,
  outcome: ProblemOutcome,
): string | undefined {
  if (outcome === 'refund' && replaces) return refundOriginal(replaces.orderId)
  if (outcome === 'refund') return refundable ? undefined : 'Nothing of this payment is left to refund.'
  return hasLeft ? undefined : 'It has not left yet, so there is nothing to replace. If you cannot send it, cancel it.'
}

/** Says what is wrong with a typed amount of rupees. */
export function findAmountFault(amount: number, refundable: number): string | undefined {
  if (Number.isNaN(amount) || amount <= 0) return 'Please enter an amount.'
  if (amount > refundable) return `At most ${formatAmount(refundable)} can be refunded.`
  return Number(amount.toFixed(2)) === amount ? undefined : 'Please enter whole paise.'
}

type Amounts = Pick<AdminProblem, 'refundable' | 'linesPaid' | 'charges' | 'hasLeft' | 'replacedBefore' | 'proposed'>

export function describeAmounts(amounts: Amounts): string {
  const { refundable, linesPaid, charges, hasLeft, replacedBefore } = amounts
  const atMost = `At most ${formatAmount(refundable ?? 0)}.`
  if (!hasLeft) return `${atMost} It has not left yet. To give everything back, cancel the order: that refunds it.`
  const paid = [`${formatAmount(linesPaid)} for these pieces`, ...describeCharges(charges)]
  const said = `${atMost} The customer paid ${joinNames(paid)}.`
  if (replacedBefore.length === 0) return said
  return `${said} ${describeReplaced(amounts)}`
}

function describeCharges(charges: AdminProblem['charges']): string[] {
  const named: [amount: number, name: string][] = [
    [charges?.shipping ?? 0, 'shipping'],
    [charges?.coolPack ?? 0, 'the cool pack'],
    [charges?.giftWrap ?? 0, 'gift wrapping'],
  ]
  return named.filter(([amount]) => amount > 0).map(([amount, name]) => `${formatAmount(amount)} for ${name}`)
}
