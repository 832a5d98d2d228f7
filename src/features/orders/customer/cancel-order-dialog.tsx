import type { FormEvent } from 'react'
import { formatAmount } from '#src/core/money.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

type CancelOrderDialogProps = { order: Order; onClose: () => void; onConfirm: (reason: string) => void }

export function CancelOrderDialog({ order, onClose, onConfirm }: CancelOrderDialogProps) {
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm(String(new FormData(event.currentTarget).get('reason')).trim())
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this order?"
      description={consequence(order)}
    >
      <form onSubmit={confirm} className="grid gap-5">
        <TextAreaField label="Why? (optional)" name="reason" maxLength={500} rows={3} />
        <DialogActions otherwise="Keep the Order" onClose={onClose}>
          Yes, Cancel It
        </DialogActions>
      </form>
    </Dialog>
  )
}

function consequence({ orderId, awaitingPayment, total }: Order): string {
  return awaitingPayment
    ? `${orderId} is not paid. You do not have to pay anything.`
    : `${orderId} is not packed yet. We will refund ${formatAmount(total)} in full.`
}
