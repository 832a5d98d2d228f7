import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { isAgreed } from '#src/features/custom-orders/custom-order-options.ts'
import type { AdminCustomOrder } from '#src/features/custom-orders/custom-orders.contract.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { changeCustomOrderStatus } from './admin-custom-orders.queries.ts'

type DeclineDialogProps = { order: Pick<AdminCustomOrder, 'id' | 'orderId' | 'status'>; onClose: () => void }

export function DeclineDialog({ order, onClose }: DeclineDialogProps) {
  const change = useMutation({ ...changeCustomOrderStatus, onSuccess: onClose })
  function decline(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (reason !== '') change.mutate({ id: order.id, status: 'cancelled', reason })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Decline ${order.orderId}?`}
      description={`The customer gets your reason by e-mail.${isAgreed(order.status) ? ' The payment goes on the list of refunds; gateways refund automatically, as far as the settings allow.' : ''}`}
    >
      <form onSubmit={decline} className="grid gap-5">
        <TextAreaField label="Reason" name="reason" required maxLength={500} rows={3} />
        <DialogActions otherwise="Leave it as it is" pending={change.isPending} onClose={onClose}>
          Decline
        </DialogActions>
      </form>
    </Dialog>
  )
}
