import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { conflictMessage } from '#src/browser/http-client.ts'
import { formatAmount } from '#src/core/money.ts'
import { type AdminProblem, namePieces, type ProblemOutcome } from '#src/features/problems/problems.contract.ts'
import { settleProblem } from '#src/features/problems/problems.queries.ts'
import {
  AGAIN,
  APOLOGIES,
  joinReply,
  needsConfirmation,
  refundSentence,
} from '#src/features/problems/settlement-sentences.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { describeAmounts, findAmountFault, whyImpossible } from './settlement-amounts.ts'

const OUTCOMES: Record<ProblemOutcome, string> = { refund: 'Refund', replace: 'Replacement' }
const AMOUNT = 'settlement-amount'

/** Refunds or replaces what was reported, writes to the customer and closes the ticket, all with one button. */
export function SettleForm({ problem }: { problem: AdminProblem }) {
  const settling = useMutation(settleProblem)
  const form = useFocusOnRefusal(settling.error)
  const { ticketId } = problem
  const [outcome, setOutcome] = useState<ProblemOutcome>(problem.wish === 'replace' ? 'replace' : 'refund')
  const [amount, setAmount] = useState(problem.proposed || Number.NaN)
  const [includesReplaced, setIncludesReplaced] = useState(false)
  const [isSent, setSent] = useState(false)
  const [written, setWritten] = useState(APOLOGIES[problem.kind])
  const why = whyImpossible(problem, outcome)
  const fault = findAmountFault(amount, problem.refundable ?? 0)
  const isRefund = outcome === 'refund'
  const errors = readFormErrors(settling.error)?.fields ?? {}
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSent(true)
    if (isRefund && fault) document.getElementById(AMOUNT)?.focus()
    else if (!settling.isPending)
      settling.mutate({ ticketId, reply: written, ...(isRefund ? { outcome, amount, includesReplaced } : { outcome }) })
  }
  return (
    <form ref={form} onSubmit={send} aria-label="Settle the problem" className="grid gap-4" noValidate>
      <FilterButtons legend="What the customer gets" labels={OUTCOMES} chosen={outcome} onChoose={setOutcome} />
      {why && <ErrorNote>{why}</ErrorNote>}
      {isRefund && !why && (
        <NumberField
          id={AMOUNT}
          label="Refund in rupees"
          hint={describeAmounts(problem)}
          className="max-w-96"
          value={amount}
          onChange={setAmount}
          error={isSent || !Number.isNaN(amount) ? fault : undefined}
        />
      )}
      {isRefund && !why && needsConfirmation(problem, amount) && (
        <CheckboxField
          label={`Refund more, although replaced before: ${namePieces(problem.replacedBefore)}`}
          checked={includesReplaced}
          onChange={(event) => setIncludesReplaced(event.target.checked)}
        />
      )}
      {!isRefund && !why && (
        <p className="text-small">The reported pieces leave as a new order at no cost, to the same address.</p>
      )}
      <TextAreaField
        label="What you write"
        hint="We add the sentence about the money or the replacement."
        rows={3}
        maxLength={2000}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        error={errors.reply}
      />
      {!why && <Preview written={written} sentence={isRefund ? promiseOf(amount, fault) : AGAIN_AND_NUMBER} />}
      {settling.error && <ErrorNote>{conflictMessage(settling.error) ?? 'Nothing was settled.'}</ErrorNote>}
      <Button type="submit" pending={settling.isPending} disabled={why !== undefined} className="justify-self-start">
        {isRefund ? namePress(amount, fault) : 'Send a Replacement'}
      </Button>
    </form>
  )
}

const namePress = (amount: number, fault: string | undefined) => (fault ? 'Refund' : `Refund ${formatAmount(amount)}`)
const promiseOf = (amount: number, fault: string | undefined) => (fault ? '' : refundSentence(amount))
const AGAIN_AND_NUMBER = `${AGAIN} (The number of the new order and its days follow here.)`

function Preview({ written, sentence }: { written: string; sentence: string }) {
  const heading = useId()
  return (
    <div className="grid gap-1.5">
      <p id={heading} className="font-semibold text-small">
        What the customer reads
      </p>
      <blockquote aria-labelledby={heading} className="whitespace-pre-line border-gold-500 border-l-2 bg-ivory p-4">
        {joinReply(written, sentence)}
      </blockquote>
    </div>
  )
}
