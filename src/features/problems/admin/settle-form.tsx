import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { formatAmount } from '#src/core/money.ts'
import type { AdminProblem, ProblemKind, ProblemWish } from '#src/features/problems/problems.contract.ts'
import { settleProblem } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'

const OUTCOMES: Record<ProblemWish, string> = { refund: 'Refund', replace: 'Replacement' }

/** One press refunds or replaces what was reported, tells the customer, and closes the ticket. */
export function SettleForm({ problem }: { problem: AdminProblem }) {
  const settling = useMutation(settleProblem)
  const form = useFocusOnRefusal(settling.error)
  const { ticketId, refundable, linesWorth } = problem
  const [outcome, setOutcome] = useState(problem.wish)
  const [amount, setAmount] = useState(Math.min(linesWorth, refundable ?? 0))
  const [reply, setReply] = useState<string>()
  const errors = readFormErrors(settling.error)?.fields ?? {}
  const text = reply ?? suggestReply(problem.kind, outcome, amount)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (settling.isPending) return
    const answer = { ticketId, reply: text }
    settling.mutate(outcome === 'refund' ? { ...answer, outcome, amount } : { ...answer, outcome })
  }
  const isImpossible = outcome === 'refund' && !refundable
  return (
    <form ref={form} onSubmit={send} aria-label="Settle the problem" className="grid gap-4" noValidate>
      <FilterButtons legend="What the customer gets" labels={OUTCOMES} chosen={outcome} onChoose={setOutcome} />
      {isImpossible && <ErrorNote>Nothing of this payment is left to refund.</ErrorNote>}
      {outcome === 'refund' && !isImpossible && (
        <NumberField
          label="Refund in rupees"
          hint={`At most ${formatAmount(refundable ?? 0)}. The reported pieces cost ${formatAmount(linesWorth)}.`}
          className="max-w-80"
          value={amount}
          onChange={setAmount}
          error={errors.amount}
        />
      )}
      {outcome === 'replace' && (
        <p className="text-small">
          The reported pieces leave as a new order at no cost, to the same address. Its number and date are added to
          your answer.
        </p>
      )}
      <TextAreaField
        label="What the customer reads"
        rows={4}
        maxLength={2000}
        value={text}
        onChange={(event) => setReply(event.target.value)}
        error={errors.reply}
      />
      <Button type="submit" pending={settling.isPending} disabled={isImpossible} className="justify-self-start">
        {outcome === 'replace' ? 'Send a Replacement' : refundWords(amount)}
      </Button>
    </form>
  )
}

const refundWords = (amount: number) => (Number.isNaN(amount) ? 'Refund' : `Refund ${formatAmount(amount)}`)

const WORDS: Record<ProblemKind, string> = {
  melted: 'that your chocolate arrived melted',
  broken: 'that your chocolate arrived broken',
  wrong: 'that you did not get what you ordered',
  missing: 'that something was missing',
  late: 'that your chocolate came late',
  other: 'that something was not right',
}

function suggestReply(kind: ProblemKind, outcome: ProblemWish, amount: number): string {
  const sorry = `We are sorry ${WORDS[kind]}.`
  if (outcome === 'replace') return `${sorry} We send you the same pieces again, at no cost.`
  const sum = Number.isNaN(amount) ? 'the price' : formatAmount(amount)
  return `${sorry} We refund ${sum} to the account that you paid from. Your bank shows it within 5 to 7 business days.`
}
