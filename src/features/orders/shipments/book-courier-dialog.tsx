import type { Order } from '#src/features/orders/orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { ShipmentPanel } from './shipment-panel.tsx'

export function BookCourierDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { city, pincode } = order.shippingAddress
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Courier for this order"
      description={`${order.orderId} goes to ${city}, ${pincode}.`}
    >
      <ShipmentPanel orderId={order.id} canBeBooked />
      <Button variant="secondary" size="small" onClick={onClose} className="mt-6">
        Close
      </Button>
    </Dialog>
  )
}
