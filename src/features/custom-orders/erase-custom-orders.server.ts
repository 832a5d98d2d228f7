import { and, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { emptied, emptyPersonalData } from '#src/db/columns.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { isRequestOfCustomer } from '#src/features/custom-orders/quotes/customer-requests.server.ts'
import { eraseAlertsAbout } from '#src/features/notifications/outbox/delete-messages.server.ts'
import { eraseMessagesForEvents } from '#src/features/notifications/outbox/outbox.server.ts'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import { findOrderStatuses } from '#src/features/orders/place/place-quoted-order.server.ts'
import { ADMIN_ALERT, allMessageKeys } from './custom-order-notifications.server.ts'
import { isAgreed } from './custom-order-options.ts'
import type { CustomOrderRow } from './custom-order-record.server.ts'
import { customOrderEvents, customOrders } from './custom-orders.table.server.ts'

/** Erases a customer's requests and messages. What is owed stays until it is over, completed ones anonymously. */
export async function eraseCustomOrders(tx: Db, { userId, email }: { userId: string; email: string }): Promise<void> {
  await tx
    .update(customOrders)
    .set({ erasureRequestedAt: new Date() })
    .where(isRequestOfCustomer({ id: userId, email }))
  await eraseMarkedCustomOrders(tx)
}

/** Marks old requests for erasure. */
export async function expireOldRequests(db: Db, now: Date): Promise<void> {
  const before = addMinutes(now, -RETENTION.customOrders.days * 24 * 60)
  await db
    .update(customOrders)
    .set({ erasureRequestedAt: now })
    .where(
      and(
        isNull(customOrders.erasureRequestedAt),
        lt(customOrders.createdAt, before),
        inArray(customOrders.status, ['quote-pending', 'quoted', 'cancelled']),
      ),
    )
}

/** Erases deleted customers' custom orders once nothing is owed. */
export async function eraseMarkedCustomOrders(db: Db): Promise<void> {
  const remaining = await db
    .select()
    .from(customOrders)
    .where(and(isNotNull(customOrders.erasureRequestedAt), ne(customOrders.customerEmail, '')))
  if (remaining.length === 0) return
  const orderIds = remaining.flatMap(({ orderId }) => orderId ?? [])
  const statuses = await findOrderStatuses(db, orderIds)
  const outcomes = remaining.map((customOrder) => ({
    customOrder,
    outcome: outcomeOf(customOrder, statuses.get(customOrder.orderId ?? '')),
  }))
  const withOutcome = (...ends: Outcome[]) =>
    outcomes.filter(({ outcome }) => ends.includes(outcome)).map(({ customOrder }) => customOrder)
  await eraseMessages(db, withOutcome('made', 'dropped'))
  const idsOf = (outcome: Outcome) => withOutcome(outcome).map(({ id }) => id)
  await db.delete(customOrders).where(inArray(customOrders.id, idsOf('dropped')))
  await anonymise(db, idsOf('made'))
}

type Outcome = 'made' | 'dropped' | 'owed'

/** A delivered order completes its custom order, even when its status was not updated. */
function outcomeOf({ status }: CustomOrderRow, order: OrderStatus | undefined): Outcome {
  if (status === 'completed' || order === 'delivered' || order === 'completed') return 'made'
  return isAgreed(status) || (order !== undefined && order !== 'cancelled') ? 'owed' : 'dropped'
}

async function anonymise(db: Db, ids: string[]): Promise<void> {
  await db
    .update(customOrders)
    .set({ ...emptied(customOrders), userId: null })
    .where(inArray(customOrders.id, ids))
  await emptyPersonalData(db, customOrderEvents, inArray(customOrderEvents.customOrderId, ids))
}

async function eraseMessages(db: Db, closedOrders: readonly CustomOrderRow[]): Promise<void> {
  const { id, kind, customOrderId } = customOrderEvents
  const texts = await db
    .select({ id, kind, customOrderId })
    .from(customOrderEvents)
    .where(
      and(
        inArray(kind, ['question', 'answer']),
        inArray(
          customOrderId,
          closedOrders.map(({ id }) => id),
        ),
      ),
    )
  const eventsByOrder = Map.groupBy(texts, (event) => event.customOrderId)
  const keys = closedOrders.flatMap((closed) => allMessageKeys(closed, eventsByOrder.get(closed.id) ?? []))
  await eraseMessagesForEvents(db, keys)
  await eraseAlertsAbout(
    db,
    ADMIN_ALERT,
    closedOrders.map(({ id }) => id),
  )
}
