import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { readTypedRupees } from '#src/core/typed-numbers.ts'
import type { PendingConfirmation } from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import {
  confirmPaymentMutation,
  rejectPaymentMutation,
  reportWrongAmountMutation,
} from '#src/features/payments/manual-upi/manual-upi.queries.ts'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

export type ConfirmationDecision = 'confirm' | 'not-received' | 'wrong-amount'

type DialogProps = { payment: PendingConfirmation; decision: ConfirmationDecision; onClose: () => void }

const TITLES: Record<ConfirmationDecision, string> = {
  confirm: 'Is it on the statement?',
  'not-received': 'Not on the statement?',
  'wrong-amount': 'Another amount on the statement?',
}

/** The admin types what the statement says, because the record is permanent. */
export function ConfirmationDialog({ payment, decision, onClose }: DialogProps) {
  const { amount, utr, customerName, orderId } = payment
  const number = decision === 'not-received' ? `, UTR ${utr}` : ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={TITLES[decision]}
      description={`${formatAmount(amount)} from ${customerName} for ${orderId}${number}.`}
    >
      {decision === 'not-received' ? (
        <NotReceivedForm payment={payment} onClose={onClose} />
      ) : (
        <FoundForm payment={payment} isRight={decision === 'confirm'} onClose={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = Omit<DialogProps, 'decision'>

function FoundForm({ payment, isRight, onClose }: FormProps & { isRight: boolean }) {
  const finding = useMutation(isRight ? confirmPaymentMutation : reportWrongAmountMutation)
  const problems = readFormErrors(finding.error)
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (finding.isPending) return
    const typed = new FormData(event.currentTarget)
    const field = (name: string) => String(typed.get(name)).trim()
    const note = field('note')
    const amount = readTypedRupees(field('amount'))
    const seen = { amount: amount ? rupees(amount) : Number.NaN, utrLastFour: field('utrLastFour') }
    finding.mutate({ payment: payment.payment, ...seen, ...(note && { note }) }, { onSuccess: onClose })
  }
  return (
    <form noValidate onSubmit={find} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Amount on the statement (₹)"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={problems?.fields.amount}
        />
        <Field
          label="Last four digits of its UTR"
          name="utrLastFour"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={problems?.fields.utrLastFour}
        />
      </div>
      <TextAreaField label="Note (optional)" name="note" maxLength={500} rows={2} error={problems?.fields.note} />
      {problems && <Refused text={problems.message} />}
      <DialogActions pending={finding.isPending} onClose={onClose}>
        {isRight ? 'Confirm received' : 'Refund it'}
      </DialogActions>
    </form>
  )
}

function NotReceivedForm({ payment, onClose }: FormProps) {
  const rejecting = useMutation(rejectPaymentMutation)
  const problems = readFormErrors(rejecting.error)
  function reject(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (!rejecting.isPending) rejecting.mutate({ payment: payment.payment, reason }, { onSuccess: onClose })
  }
  return (
    <form noValidate onSubmit={reject} className="grid gap-5">
      <TextAreaField
        label="Reason"
        hint="The customer sees it and can correct the number."
        name="reason"
        maxLength={500}
        rows={3}
        error={problems?.fields.reason}
      />
      {problems && <Refused text={problems.message} />}
      <DialogActions pending={rejecting.isPending} onClose={onClose}>
        Not received
      </DialogActions>
    </form>
  )
}

function Refused({ text }: { text: string }) {
  return <ErrorNote className="text-small">{text}</ErrorNote>
}
