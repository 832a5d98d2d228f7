import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { notifyAnswered } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import {
  lockCustomOrder,
  recordCustomOrderEvent,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import type { Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'

type Answer = { id: string; message: string; by: Actor }

export async function answerQuestion(db: Db, { id, message, by }: Answer): Promise<void> {
  await withRetryOnChange(() =>
    inTransaction(db, async (tx) => {
      const { customOrder } = await lockCustomOrder(tx, eq(customOrders.id, id))
      if (customOrder.customerEmail === '')
        throw new DomainError('conflict', 'The customer has deleted their account, so the answer cannot be delivered.')
      if (!(await hasQuestion(tx, id))) throw new DomainError('conflict', 'There is no question about this quotation.')
      const event = await recordCustomOrderEvent(tx, id, { kind: 'answer', actor: 'admin', text: message })
      await tx.update(customOrders).set({ openQuestionAt: null }).where(eq(customOrders.id, id))
      await notifyAnswered(tx, customOrder, { id: event.id, answer: message })
      await recordChange(tx, {
        by,
        entity: 'custom-order',
        entityId: id,
        action: 'update',
        before: {},
        // The audit log keeps no text, because it survives an erasure.
        after: { answerId: event.id },
      })
    }),
  )
}

function hasQuestion(tx: Db, customOrderId: string): Promise<boolean> {
  const isQuestion = and(eq(customOrderEvents.customOrderId, customOrderId), eq(customOrderEvents.kind, 'question'))
  return tx.$count(customOrderEvents, isQuestion).then((questions) => questions > 0)
}

export async function loadConversation(db: Db, customOrderId: string): Promise<Quote['conversation']> {
  const { id, actor, text, createdAt, kind } = customOrderEvents
  const messages = await db
    .select({ id, actor, text, createdAt })
    .from(customOrderEvents)
    .where(
      and(eq(customOrderEvents.customOrderId, customOrderId), inArray(kind, ['question', 'answer']), isNotNull(text)),
    )
    .orderBy(asc(createdAt))
  return messages.map((message) => ({
    id: message.id,
    by: message.actor === 'customer' ? ('customer' as const) : ('admin' as const),
    text: message.text ?? '',
    at: message.createdAt.toISOString(),
  }))
}
