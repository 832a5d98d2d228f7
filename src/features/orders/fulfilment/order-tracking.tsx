import type { Order } from '#src/features/orders/orders.contract.ts'

export function OrderTracking({ order: { tracking } }: { order: Pick<Order, 'tracking'> }) {
  if (!tracking) return null
  return (
    <p className="text-small [overflow-wrap:anywhere]">
      {`Shipped with ${tracking.courier}, tracking number `}
      {tracking.page ? (
        <a href={tracking.page} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
          {tracking.number}
        </a>
      ) : (
        <span className="font-semibold">{tracking.number}</span>
      )}
    </p>
  )
}
