import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatAmount } from '#src/core/money.ts'
import type { UnmatchedPayment } from '#src/features/payments/admin/admin-payments.contract.ts'
import { acceptPaymentMutation, waiveRefundMutation } from '#src/features/payments/admin/admin-payments.queries.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

export type ResolutionDecision = 'accept' | 'keep'

type ResolveReasonDialogProps = { money: UnmatchedPayment; decision: ResolutionDecision; onClose: () => void }

export function ResolveReasonDialog({ money, decision, onClose }: ResolveReasonDialogProps) {
  const decide = useMutation(decision === 'accept' ? acceptPaymentMutation : waiveRefundMutation)
  const { title, what, act } = WORDS[decision === 'keep' && money.kind === 'event' ? 'let-go' : decision]
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    decide.mutate({ id: money.id, reason }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={`${formatAmount(money.amount)}${money.customerName ? ` of ${money.customerName}` : ''}. ${what}`}
    >
      <form onSubmit={send} className="grid gap-5">
        <TextAreaField label="Reason" name="reason" required maxLength={500} rows={2} />
        <DialogActions pending={decide.isPending} onClose={onClose}>
          {act}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const WORDS: Record<ResolutionDecision | 'let-go', { title: string; what: string; act: string }> = {
  accept: {
    title: 'Accept this payment?',
    what: 'The order is paid, from the stock that is left. The rest is refunded.',
    act: 'Accept it',
  },
  keep: {
    title: 'Waive this refund?',
    what: 'The bank could not make it. You keep the money.',
    act: 'Waive refund',
  },
  'let-go': {
    title: 'Nothing to refund?',
    what: 'The money belongs to another payment. The customer can pay this order again.',
    act: 'Save it',
  },
}
