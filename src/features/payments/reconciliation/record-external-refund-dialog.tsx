import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatAmount } from '#src/core/money.ts'
import type { UnmatchedPayment } from '#src/features/payments/admin/admin-payments.contract.ts'
import { recordExternalRefundMutation } from '#src/features/payments/admin/admin-payments.queries.ts'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

export function RecordExternalRefundDialog({ money, onClose }: { money: UnmatchedPayment; onClose: () => void }) {
  const mark = useMutation(recordExternalRefundMutation)
  function write(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const note = String(typed.get('note')).trim()
    const done = { id: money.id, bankReference: String(typed.get('bankReference')).trim(), ...(note && { note }) }
    mark.mutate(done, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Refunded by hand?"
      description={`${formatAmount(money.amount)}${money.customerName ? ` to ${money.customerName}` : ''}. ${money.what} You cannot change this record later.`}
    >
      <form onSubmit={write} className="grid gap-5">
        <Field
          label="Reference of the transfer"
          name="bankReference"
          hint="Your bank's number for it: 6 to 40 letters and digits."
          required
          pattern="[A-Za-z0-9\/\-]{6,40}"
          autoComplete="off"
        />
        <TextAreaField label="Note (optional)" name="note" maxLength={500} rows={2} />
        <DialogActions pending={mark.isPending} onClose={onClose}>
          Save it
        </DialogActions>
      </form>
    </Dialog>
  )
}
