import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { forgetMessagesAbout } from '#src/features/notifications/notifications.server.ts'
import { listLiveOrderIds } from '#src/features/orders/quoted-order.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { allMessageKeys } from './custom-order-messages.server.ts'
import type { CustomOrderRow } from './custom-order-record.server.ts'
import { isAgreed } from './custom-orders.rules.ts'
import { customOrderMoments, customOrders } from './custom-orders.table.server.ts'

/**
 * A person leaves: what they asked for and what was written about it is deleted. A chocolate that is agreed upon or may
 * be paid yet stays until that is over, because the maker still owes it; one that was made stays as a figure, without
 * them.
 */
export async function forgetCustomOrdersOf(
  tx: Db,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const theirs = or(eq(customOrders.customerEmail, email), eq(customOrders.userId, userId))
  await tx.update(customOrders).set({ leftAt: new Date() }).where(theirs)
  await forgetThoseWhoLeft(tx)
}

/** Forgets the shoppers who have left wherever nothing is owed to them any more. */
export async function forgetThoseWhoLeft(db: Db): Promise<void> {
  const remaining = await db
    .select()
    .from(customOrders)
    .where(and(isNotNull(customOrders.leftAt), ne(customOrders.customerEmail, '')))
  if (remaining.length === 0) return
  const live = new Set(
    await listLiveOrderIds(
      db,
      remaining.flatMap(({ orderId }) => orderId ?? []),
    ),
  )
  const over = remaining.filter(
    ({ status, orderId }) => status === 'completed' || !(isAgreed(status) || live.has(orderId ?? '')),
  )
  await forgetMessagesOf(db, over)
  const idsOf = (made: boolean) => over.filter(({ status }) => (status === 'completed') === made).map(({ id }) => id)
  await db.delete(customOrders).where(inArray(customOrders.id, idsOf(false)))
  await forgetPersons(db, idsOf(true))
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
