import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatAmount } from '#src/core/money.ts'
import type { PaymentDetails } from '#src/features/payments/admin/admin-payments.contract.ts'
import { requestRefundMutation } from '#src/features/payments/admin/admin-payments.queries.ts'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

export function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const refund = useMutation(requestRefundMutation)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const wanted = { amount: Number(typed.get('amount')), reason: String(typed.get('reason')).trim(), key }
    refund.mutate({ id: payment.id, ...wanted }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Refund this payment?"
      description={`Of ${formatAmount(payment.received)} that ${payment.customerName} paid, at most ${formatAmount(payment.refundable)} can be refunded.`}
    >
      <form onSubmit={send} className="grid gap-5">
        <Field
          label="Amount in rupees"
          name="amount"
          type="number"
          inputMode="decimal"
          min={1}
          max={payment.refundable}
          step={0.01}
          required
          autoComplete="off"
        />
        <TextAreaField label="Reason" name="reason" required maxLength={500} rows={2} />
        <DialogActions pending={refund.isPending} onClose={onClose}>
          Refund
        </DialogActions>
      </form>
    </Dialog>
  )
}
