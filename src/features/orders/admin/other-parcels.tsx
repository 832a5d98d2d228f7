import { Link } from '@tanstack/react-router'
import { formatAmount } from '#src/core/money.ts'
import { OrderDetailsSection } from '#src/features/orders/customer/order-details-panel.tsx'
import { formatParcelNumber } from '#src/features/orders/fulfilment/packing-slips.ts'
import { OrderStatusBadge } from '#src/features/orders/order-status-badge.tsx'
import type { AdminOrder, OrderGroup } from '#src/features/orders/orders.contract.ts'
import { summarizeParcels } from '#src/features/orders/parcel-map/parcel-states.ts'
import { Button } from '#src/ui/forms/button.tsx'

type OtherParcelsProps = { order: AdminOrder; group: OrderGroup; onChooseAll: (ids: string[]) => void }

/** The parcels that were ordered and paid together with this one. */
export function OtherParcels({ order, group, onChooseAll }: OtherParcelsProps) {
  const { orderId, total, statuses } = group
  return (
    <OrderDetailsSection title={`${formatParcelNumber(group)} of order ${orderId}`}>
      <p className="text-small">
        {`All together ${formatAmount(total)}, one payment. ${summarizeParcels(statuses) ?? ''}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-small">
        <Button
          variant="secondary"
          size="small"
          onClick={() => onChooseAll(order.parcels.filter(isSent).map(({ id }) => id))}
        >
          {`Choose all ${order.parcels.filter(isSent).length} to print`}
        </Button>
        <Link to="/admin" search={{ q: orderId }} className={LINK}>
          List all
        </Link>
        <Link to="/admin/payments" search={{ q: orderId }} className={LINK}>
          Payment
        </Link>
      </div>
      <ol className="max-h-80 divide-y divide-line overflow-y-auto border border-line bg-white text-small">
        {order.parcels.map((parcel) => (
          <li key={parcel.id} className="flex items-center gap-3 px-3">
            <Link
              to="/admin"
              search={{ q: orderId, id: parcel.id }}
              aria-current={parcel.id === order.id || undefined}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 aria-current:font-semibold"
            >
              <span className="w-8 tabular-nums">{parcel.number}</span>
              <span className="min-w-0 flex-1">
                {`${parcel.shippingAddress.firstName} ${parcel.shippingAddress.lastName}, ${parcel.shippingAddress.city}`}
              </span>
            </Link>
            <OrderStatusBadge {...parcel} />
          </li>
        ))}
      </ol>
    </OrderDetailsSection>
  )
}

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'

const isSent = ({ status, awaitingPayment }: AdminOrder['parcels'][number]) =>
  !awaitingPayment && status !== 'cancelled'
