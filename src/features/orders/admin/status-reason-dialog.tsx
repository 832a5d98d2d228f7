import type { FormEvent } from 'react'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'

type StatusReasonDialogProps = {
  order: Order
  to: OrderStatus
  onClose: () => void
  onConfirm: (reason: string) => void
}

export function StatusReasonDialog({ order, to, onClose, onConfirm }: StatusReasonDialogProps) {
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm(String(new FormData(event.currentTarget).get('reason')))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={to === 'cancelled' ? 'Cancel this order?' : `Back to ${to}?`}
      description={consequence(order, to)}
    >
      <form onSubmit={confirm} className="grid gap-5">
        <TextAreaField
          label="Reason"
          hint={to === 'cancelled' ? 'The customer reads this in the mail about the cancellation.' : undefined}
          name="reason"
          required
          maxLength={500}
          rows={3}
        />
        <DialogActions otherwise="Keep as it is" onClose={onClose}>
          {to === 'cancelled' ? 'Cancel the order' : `Move back to ${to}`}
        </DialogActions>
      </form>
    </Dialog>
  )
}

type DeliveredDialogProps = { order: Order; onClose: () => void; onConfirm: () => void }

/** Asks first, because the customer is mailed at once. */
export function DeliveredDialog({ order, onClose, onConfirm }: DeliveredDialogProps) {
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Was this order delivered?"
      description={`${order.customerName} gets an e-mail that ${order.orderId} was delivered, and can then report a problem.`}
    >
      <form onSubmit={confirm}>
        <DialogActions onClose={onClose}>Mark delivered</DialogActions>
      </form>
    </Dialog>
  )
}

function consequence({ orderId, awaitingPayment, group }: Order, to: OrderStatus): string {
  if (to !== 'cancelled') return `${orderId} goes back to an earlier status. Stock and payment do not change.`
  if (awaitingPayment && group)
    return `${group.orderId} is not paid. All its ${group.count} parcels are cancelled, and their items go back on sale.`
  return awaitingPayment
    ? `${orderId} is not paid. Its items go back on sale.`
    : `${orderId} is paid.${group ? ' Its other parcels do not change.' : ''} The payment goes on the list of refunds; gateways refund automatically, as far as the settings allow.`
}
