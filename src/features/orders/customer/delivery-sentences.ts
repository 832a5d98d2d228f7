import { formatDay, shopDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { canBeCancelled } from '#src/features/orders/order-status.ts'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'

/** Says when an order comes or is ready, or would if it were paid now. */
export function expectedText(
  { pickup, deliveryMethod, awaitingPayment, packedAt }: OrderDetails,
  days: ExpectedDays,
): string {
  if (pickup) {
    const when = [formatDeliveryWindow(days), pickup.hours].filter(Boolean).join(', ')
    const state = awaitingPayment ? 'If you pay now, ready' : packedAt ? 'It is ready for you' : 'Ready'
    return `${state} ${when}`
  }
  const isToday = deliveryMethod === 'same-day' && days.to === shopDay(new Date())
  const when = isToday ? `today, ${formatDay(days.to)}` : formatDeliveryWindow(days)
  return `${awaitingPayment ? 'If you pay now, expected' : 'Expected'} ${when}`
}

type ExpectedDays = NonNullable<OrderDetails['expectedDelivery']>

type HeatFacts = Pick<Order, 'heat' | 'status' | 'packedAt'>

export function heatSentence({ heat, status, packedAt }: HeatFacts): string | undefined {
  if (heat === 'cool-pack') return 'With a cool pack.'
  if (heat === null || !canBeCancelled({ status, packedAt })) return undefined
  return 'We send it when it is cooler. Until we pack it, you can cancel it for a full refund.'
}
