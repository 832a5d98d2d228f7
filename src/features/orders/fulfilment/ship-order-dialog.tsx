import { type FormEvent, useState } from 'react'
import type { Order, Tracking } from '#src/features/orders/orders.contract.ts'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { readTrackingFields, TrackingFields } from './tracking-fields.tsx'

type ShipOrderDialogProps = {
  order: Order
  onClose: () => void
  onConfirm: (tracking: Tracking | undefined) => void
}

/** Asks for the tracking number, because the customer is notified at once. */
export function ShipOrderDialog({ order, onClose, onConfirm }: ShipOrderDialogProps) {
  const [isHalf, setIsHalf] = useState(false)
  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const tracking = readTrackingFields(event.currentTarget)
    const half = tracking !== undefined && (tracking.courier === '' || tracking.number === '')
    setIsHalf(half)
    if (!half) onConfirm(tracking)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ship this order?"
      description={`${order.customerName} gets an e-mail that ${order.orderId} is on its way. You can add the number later, too.`}
    >
      <form onSubmit={confirm} className="grid gap-5">
        <TrackingFields tracking={order.tracking} />
        {isHalf && (
          <p role="alert" className="font-medium text-err text-small">
            Please enter both the courier and the number.
          </p>
        )}
        <DialogActions onClose={onClose}>Mark shipped</DialogActions>
      </form>
    </Dialog>
  )
}
