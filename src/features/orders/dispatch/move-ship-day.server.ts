import { eq } from 'drizzle-orm'
import { formatDay, shopDay } from '#src/core/dates.ts'
import { deliveryFrom, nextDispatchDay } from '#src/core/delivery-promise.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { notifyShipDayMoved } from '#src/features/orders/messages/notify-customer.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import type { ShipDayChange } from './dispatch-calendar.contract.ts'
import { lockDispatchDays, readDispatchLoad } from './dispatch-load.server.ts'

type MoveInput = ShipDayChange & { orderId: string; by: Actor; now: Date }

/** Moves a paid order to another day of dispatch with a free place, and tells the customer why. */
export async function moveShipDay(db: Db, { orderId, shipOn, reason, by, now }: MoveInput): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== 'processing' || order.packedAt !== null)
      throw new DomainError('conflict', 'Only a paid order that is not packed can leave on another day.')
    if (order.shipOn === shipOn) return
    if (shipOn < shopDay(now)) throw wrongDay('This day is in the past.')
    const rules = toDeliveryRules(await readSettings(tx))
    await lockDispatchDays(tx)
    const free = nextDispatchDay(shipOn, rules, await readDispatchLoad(tx, now))
    if (free !== shipOn)
      throw wrongDay(`${formatDay(shipOn)} is full or closed. The next free day is ${formatDay(free)}.`)
    const promise = deliveryFrom(shipOn, order.shippingAddress, rules)
    const days = promise.kind === 'days' ? promise : undefined
    const moved = { shipOn, deliverFrom: days?.from ?? null, deliverTo: days?.to ?? null }
    await tx.update(orders).set(moved).where(eq(orders.id, orderId))
    const change = { by, entity: 'order', entityId: orderId, action: 'update' } as const
    await recordChange(tx, { ...change, before: { shipOn: order.shipOn }, after: { shipOn, reason } })
    await notifyShipDayMoved(tx, { ...order, ...moved }, { reason, now })
  })
}

function wrongDay(message: string): DomainError {
  return new DomainError('invalid', message, { issues: [{ path: 'shipOn', message }] })
}
