import { formatDay, shopDay } from '#src/core/dates.ts'
import { formatGelPacks, formatHeat } from '#src/features/orders/fulfilment/packing-slips.ts'
import { isBeforeShipment, isHeldForHeat } from '#src/features/orders/order-status.ts'
import type { AdminOrder, Order } from '#src/features/orders/orders.contract.ts'
import { StatusBadge } from '#src/ui/status-badge.tsx'

export function HeatBadge({ order }: { order: Order }) {
  if (isHeldForHeat(order, shopDay(new Date()))) return <StatusBadge tone="warn">Held for heat</StatusBadge>
  if (order.heat !== 'cool-pack' || !isBeforeShipment(order.status)) return null
  return <StatusBadge tone="info-outlined">Cool pack</StatusBadge>
}

/** What the heat asks of the parcel, and until when it is held. */
export function HeatNote({ order }: { order: AdminOrder }) {
  const { heatOnTheWay: heat, shipOn } = order
  if (!heat) return null
  const isHeld = isHeldForHeat(order, shopDay(new Date()))
  return (
    <p className="text-small">
      <span className="block font-semibold">{formatHeat(heat)}</span>
      {order.heat === 'cool-pack' && `Packed with ${formatGelPacks(heat.gelPacks)}.`}
      {order.heat === 'wait' &&
        shipOn &&
        `${isHeld ? 'Held' : 'Was held'} until ${formatDay(shipOn)}, without a cool pack.`}
    </p>
  )
}
