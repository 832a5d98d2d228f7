import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { wasDelivered } from '#src/features/orders/order-status.ts'
import type { HandOver } from '#src/features/orders/orders.contract.ts'
import { changeStatus, lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'

const CODE_LIMIT: RateLimit = { name: 'pickup-code-order', max: 5, perSeconds: 60 }

type HandOverInput = HandOver & { orderId: string; by: Actor }

/** Completes a packed order at the studio: with the customer's code, or with a reason why without. */
export async function handOver(db: Db, { orderId, by, code, reason }: HandOverInput): Promise<void> {
  // Outside the transaction, so that a refused code counts.
  if (code !== undefined) await consumeLimit(db, CODE_LIMIT, orderId)
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    refuseHandOver(order)
    if (code !== undefined && code !== order.pickupCode) throw wrongCode()
    await changeStatus(tx, order, { to: 'completed', actor: 'admin', actorId: by.id, reason })
    await recordChange(tx, {
      ...{ by, entity: 'order', entityId: order.id, action: 'update' },
      before: { status: order.status },
      after: { status: 'completed', handedOver: code === undefined ? 'without its code' : 'with its code', reason },
    })
  })
}

function refuseHandOver({ deliveryMethod, status, packedAt }: OrderRow): void {
  if (deliveryMethod !== 'pickup') throw new DomainError('conflict', 'This order is sent, not picked up.')
  if (wasDelivered(status)) throw new DomainError('conflict', 'This order was handed over before.')
  if (status !== 'processing' || packedAt === null)
    throw new DomainError('conflict', 'Only a paid and packed order can be handed over.')
}

function wrongCode(): DomainError {
  const message = 'This is not the code of this order. Please check the six digits.'
  return new DomainError('invalid', message, { issues: [{ path: 'code', message }] })
}
