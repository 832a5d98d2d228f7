import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatAmount } from '#src/core/money.ts'
import type { Order, OrderParcel } from '#src/features/orders/orders.contract.ts'
import { requestOrderCancellation, requestParcelCancellation } from '#src/features/orders/orders.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { focusOrder, focusParcel } from './order-card.tsx'

const CancelOrderDialog = lazy(() =>
  import('./cancel-order-dialog.tsx').then((module) => ({ default: module.CancelOrderDialog })),
)

export function CancelOrder({ order }: { order: Order }) {
  const cancel = useMutation({ ...requestOrderCancellation, onSuccess: () => focusOrder(order) })
  return <CancelButton what="Order" name={order.orderId} {...cancel} id={order.id} consequence={consequence(order)} />
}

export function CancelParcel({ parcel }: { parcel: OrderParcel }) {
  const cancel = useMutation({ ...requestParcelCancellation, onSuccess: () => focusParcel(parcel) })
  if (parcel.setsOtherPrices) return <PricedTogether />
  const { firstName, lastName } = parcel.shippingAddress
  const refund = `We will refund ${formatAmount(parcel.total - parcel.refund.due - parcel.refund.done)} for it.`
  const consequence = `The parcel to ${firstName} ${lastName} is not packed yet. ${refund} The other parcels do not change.`
  const name = `${parcel.number}, ${firstName} ${lastName}`
  return <CancelButton what="Parcel" name={name} {...cancel} id={parcel.id} consequence={consequence} />
}

function PricedTogether() {
  return (
    <p className="text-small">
      {'To cancel this parcel, please '}
      <Link to="/contact" className="underline underline-offset-4">
        write to us
      </Link>
      : the price of the other parcels depends on this one.
    </p>
  )
}

type CancelButtonProps = {
  what: 'Order' | 'Parcel'
  name: string
  id: Order['id']
  consequence: string
  mutate: (cancellation: { id: Order['id']; reason?: string }) => void
  isPending: boolean
}

function CancelButton({ what, name, id, consequence, mutate, isPending }: CancelButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        pending={isPending}
        onClick={() => setAsking(true)}
        aria-label={`Cancel ${what} ${name}`}
      >
        {`Cancel ${what}`}
      </Button>
      {isAsking && (
        <Suspense>
          <CancelOrderDialog
            what={what}
            consequence={consequence}
            onClose={() => setAsking(false)}
            onConfirm={(reason) => {
              setAsking(false)
              mutate({ id, ...(reason && { reason }) })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function consequence({ orderId, awaitingPayment, total, group }: Order): string {
  if (!awaitingPayment) return `${orderId} is not packed yet. We will refund ${formatAmount(total)} in full.`
  const all = group ? ` with all its ${group.count} parcels` : ''
  return `${orderId} is not paid${all}. You do not have to pay anything.`
}
