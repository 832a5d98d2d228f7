import { and, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { forgetMessagesAbout } from '#src/features/notifications/notifications.server.ts'
import type { OrderStatus } from '#src/features/orders/orders.rules.ts'
import { statusesOfOrders } from '#src/features/orders/quoted-order.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { allMessageKeys } from './custom-order-messages.server.ts'
import type { CustomOrderRow } from './custom-order-record.server.ts'
import { isAgreed } from './custom-orders.rules.ts'
import { customOrderMoments, customOrders } from './custom-orders.table.server.ts'
import { ownedBy } from './own-requests.server.ts'

/**
 * A person leaves: what they asked for (own-requests.server.ts says what that is) and what was written about it is deleted. A chocolate that is agreed upon or may
 * be paid yet stays until that is over, because the maker still owes it; one that was made stays as a figure, without
 * them.
 */
export async function forgetCustomOrdersOf(
  tx: Db,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx
    .update(customOrders)
    .set({ leftAt: new Date() })
    .where(ownedBy({ id: userId, email }))
  await forgetThoseWhoLeft(tx)
}

/** For the clock: requests that became nothing are forgotten after a while, whether or not there is an account. */
export async function leaveOldRequests(db: Db, now: Date): Promise<void> {
  const before = minutesLater(now, -RETENTION.customOrders.days * 24 * 60)
  await db
    .update(customOrders)
    .set({ leftAt: now })
    .where(
      and(
        isNull(customOrders.leftAt),
        lt(customOrders.createdAt, before),
        inArray(customOrders.status, ['quote-pending', 'quoted', 'cancelled']),
      ),
    )
}

/** Forgets the shoppers who have left wherever nothing is owed to them any more. */
export async function forgetThoseWhoLeft(db: Db): Promise<void> {
  const remaining = await db
    .select()
    .from(customOrders)
    .where(and(isNotNull(customOrders.leftAt), ne(customOrders.customerEmail, '')))
  if (remaining.length === 0) return
  const orderIds = remaining.flatMap(({ orderId }) => orderId ?? [])
  const statuses = await statusesOfOrders(db, orderIds)
  const stands = remaining.map((one) => ({ one, end: endOf(one, statuses.get(one.orderId ?? '')) }))
  const ended = (...ends: End[]) => stands.filter(({ end }) => ends.includes(end)).map(({ one }) => one)
  await forgetMessagesOf(db, ended('made', 'dropped'))
  const idsOf = (end: End) => ended(end).map(({ id }) => id)
  await db.delete(customOrders).where(inArray(customOrders.id, idsOf('dropped')))
  await forgetPersons(db, idsOf('made'))
}

type End = 'made' | 'dropped' | 'owed'

/** What has arrived is made, also where nobody has said so of the composition. */
function endOf({ status }: CustomOrderRow, order: OrderStatus | undefined): End {
  if (status === 'completed' || order === 'delivered' || order === 'completed') return 'made'
  return isAgreed(status) || (order !== undefined && order !== 'cancelled') ? 'owed' : 'dropped'
}

async function forgetPersons(db: Db, ids: string[]): Promise<void> {
  const nobody = { customerEmail: '', customerMobile: '', customerName: null, name: null, message: null, userId: null }
  await db.update(customOrders).set(nobody).where(inArray(customOrders.id, ids))
  await db.update(customOrderMoments).set({ text: null }).where(inArray(customOrderMoments.customOrderId, ids))
}

async function forgetMessagesOf(db: Db, customOrdersOver: readonly CustomOrderRow[]): Promise<void> {
  const { id, kind, customOrderId } = customOrderMoments
  const words = await db
    .select({ id, kind, customOrderId })
    .from(customOrderMoments)
    .where(
      and(
        inArray(kind, ['question', 'answer']),
        inArray(
          customOrderId,
          customOrdersOver.map(({ id }) => id),
        ),
      ),
    )
  const said = Map.groupBy(words, (one) => one.customOrderId)
  const keys = customOrdersOver.flatMap((over) => allMessageKeys(over, said.get(over.id) ?? []))
  await forgetMessagesAbout(db, keys)
}
