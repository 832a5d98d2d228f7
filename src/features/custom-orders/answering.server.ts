import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { tellAnswer } from './custom-order-messages.server.ts'
import { lockCustomOrder, recordMoment, untilStill } from './custom-order-record.server.ts'
import type { Quote } from './custom-orders.contract.ts'
import { customOrderMoments, customOrders } from './custom-orders.table.server.ts'

type Answering = { id: string; message: string; by: Maker }

/** The maker answers what the shopper asked about a quotation: it goes out by mail and stands beside the quotation. */
export async function answerQuestion(db: Db, { id, message, by }: Answering): Promise<void> {
  await untilStill(() =>
    inTransaction(db, async (tx) => {
      const { customOrder } = await lockCustomOrder(tx, eq(customOrders.id, id))
      if (customOrder.customerEmail === '')
        throw new ShopError('conflict', 'The shopper has deleted their account. Nobody would read the answer.')
      if (!(await isAsked(tx, id))) throw new ShopError('conflict', 'Nobody has asked about this quotation.')
      const moment = await recordMoment(tx, id, { kind: 'answer', actor: 'admin', text: message })
      await tx.update(customOrders).set({ askedAt: null }).where(eq(customOrders.id, id))
      await tellAnswer(tx, customOrder, { id: moment.id, answer: message })
      await recordChange(tx, {
        by,
        entity: 'custom-order',
        entityId: id,
        action: 'update',
        before: {},
        // The words are not repeated here: they go with whoever asked, and the log stays.
        after: { answerId: moment.id },
      })
    }),
  )
}

function isAsked(tx: Db, customOrderId: string): Promise<boolean> {
  const isQuestion = and(eq(customOrderMoments.customOrderId, customOrderId), eq(customOrderMoments.kind, 'question'))
  return tx.$count(customOrderMoments, isQuestion).then((questions) => questions > 0)
}

/** What shopper and maker wrote to each other about a quotation, in its order. */
export async function conversationOf(db: Db, customOrderId: string): Promise<Quote['conversation']> {
  const { id, actor, text, createdAt, kind } = customOrderMoments
  const said = await db
    .select({ id, actor, text, createdAt })
    .from(customOrderMoments)
    .where(
      and(eq(customOrderMoments.customOrderId, customOrderId), inArray(kind, ['question', 'answer']), isNotNull(text)),
    )
    .orderBy(asc(createdAt))
  return said.map((one) => ({
    id: one.id,
    by: one.actor === 'shopper' ? ('shopper' as const) : ('maker' as const),
    text: one.text ?? '',
    at: one.createdAt.toISOString(),
  }))
}
