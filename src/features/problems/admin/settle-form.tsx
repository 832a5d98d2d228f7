import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { formatAmount } from '#src/core/money.ts'
import type { AdminProblem } from '#src/features/problems/problems.contract.ts'
import { settleProblem } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'

/** One press refunds what was reported, tells the customer, and closes the ticket. */
export function SettleForm({ problem }: { problem: AdminProblem }) {
  const settling = useMutation(settleProblem)
  const form = useFocusOnRefusal(settling.error)
  const { ticketId, refundable, linesWorth } = problem
  const [amount, setAmount] = useState(Math.min(linesWorth, refundable ?? 0))
  const [reply, setReply] = useState<string>()
  const errors = readFormErrors(settling.error)?.fields ?? {}
  const text = reply ?? suggestReply(problem, amount)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!settling.isPending) settling.mutate({ ticketId, outcome: 'refund', amount, reply: text })
  }
  if (!refundable)
    return <ErrorNote>Nothing of this payment is left to refund. Please write to the customer.</ErrorNote>
  return (
    <form ref={form} onSubmit={send} aria-label="Settle the problem" className="grid gap-4" noValidate>
      <NumberField
        label="Refund in rupees"
        hint={`At most ${formatAmount(refundable)}. The reported pieces cost ${formatAmount(linesWorth)}.`}
        className="max-w-80"
        value={amount}
        onChange={setAmount}
        error={errors.amount}
      />
      <TextAreaField
        label="What the customer reads"
        rows={4}
        maxLength={2000}
        value={text}
        onChange={(event) => setReply(event.target.value)}
        error={errors.reply}
      />
      <Button type="submit" pending={settling.isPending} className="justify-self-start">
        {Number.isNaN(amount) ? 'Refund' : `Refund ${formatAmount(amount)}`}
      </Button>
    </form>
  )
}

const WORDS: Record<AdminProblem['kind'], string> = {
  melted: 'that your chocolate arrived melted',
  broken: 'that your chocolate arrived broken',
  wrong: 'that you did not get what you ordered',
  missing: 'that something was missing',
  late: 'that your chocolate came late',
  other: 'that something was not right',
}

function suggestReply({ kind }: AdminProblem, amount: number): string {
  const sum = Number.isNaN(amount) ? 'the price' : formatAmount(amount)
  return `We are sorry ${WORDS[kind]}. We refund ${sum} to the account that you paid from. Your bank shows it within 5 to 7 business days.`
}
