import type { Paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderRow } from './orders.server.ts'

type Hook<Event> = (tx: Db, event: Event) => Promise<void>

/** `parcels` are all orders that the payment pays, `order` is the first of them. */
export type OrderPaid = { order: OrderRow; parcels: readonly OrderRow[]; paidAt: Date; now: Date }
export type OrderCancelled = { order: OrderRow; actor: 'admin' | 'customer'; reason?: string | undefined }
/** `amountPaise` was received and cannot be used; `reason` is one of the payments. */
export type RefundDue = { order: OrderRow; amountPaise: number; upiTxnId: string; reason: string }
export type OrderRefunded = {
  order: OrderRow
  refund: Pick<RefundDue, 'amountPaise' | 'upiTxnId' | 'reason'> & {
    id: string
    bankReference: string | null
    idempotencyKey: string | null
  }
  method: 'instant' | 'normal' | 'by-hand'
  isInvoiced: boolean
  now: Date
}

/** What other features do in the transaction of an event, one after the other. One that throws undoes the event. */
export type OrderEvents = {
  paid: readonly Hook<OrderPaid>[]
  /** Closes the payment of a cancelled order and refunds what is left of it. Returns the amount of that refund. */
  refundCancelled: (tx: Db, order: OrderRow) => Promise<Paise>
  cancelled: readonly Hook<OrderCancelled>[]
  refundDue: readonly Hook<RefundDue>[]
  refunded: readonly Hook<OrderRefunded>[]
}

export type CancellationEvents = Pick<OrderEvents, 'cancelled' | 'refundCancelled'>

export async function runHooks<Event>(hooks: readonly Hook<Event>[], tx: Db, event: Event): Promise<void> {
  for (const hook of hooks) await hook(tx, event)
}
