import { and, count, desc, eq, isNotNull, isNull, lte, min, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { findHighlyReservedStock } from '#src/features/payments/limits/reservation-alert.server.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { paymentEvents, refunds } from '#src/features/payments/payments.table.server.ts'
import { needsDecision } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { isUnmatched } from '#src/features/payments/reconciliation/unmatched-predicate.server.ts'

/** Reads what waits for the admins. It runs every few seconds, so each part uses a partial index. */
export async function readTodoSummary(db: Db, now = new Date()): Promise<TodoSummary> {
  return {
    quotes: await quotes(db),
    money: together(await pendingConfirmations(db), together(await refundsToDecide(db), await unmatchedPayments(db))),
    pack: await toPack(db),
    make: await toMake(db),
    problems: await tickets(db),
    moderate: together(await unreadStories(db), await unreadReviews(db)),
    stock: await lowStock(db),
    ...(await heldStock(db)),
    outbox: await failedMessages(db),
    newestOrder: await newestOrder(db),
    at: now.toISOString(),
  }
}

type Found = { count: number; oldestAt?: Date | null; oldestDueAt?: Date | null }

function queueOf(found: Found[]): TodoQueue {
  const { count, oldestAt, oldestDueAt } = onlyRow(found)
  return { count, oldestAt: oldestAt?.toISOString() ?? null, oldestDueAt: oldestDueAt?.toISOString() ?? null }
}

function together(one: TodoQueue, other: TodoQueue): TodoQueue {
  const earliest = (a: string | null, b: string | null) => (a && b ? (a < b ? a : b) : (a ?? b))
  return {
    count: one.count + other.count,
    oldestAt: earliest(one.oldestAt, other.oldestAt),
    oldestDueAt: earliest(one.oldestDueAt, other.oldestDueAt),
  }
}

async function quotes(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(customOrders.createdAt), oldestDueAt: min(customOrders.dueAt) })
      .from(customOrders)
      .where(eq(customOrders.status, 'quote-pending')),
  )
}

async function refundsToDecide(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(refunds.createdAt) })
      .from(refunds)
      .where(needsDecision),
  )
}

async function pendingConfirmations(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(submittedUtrs.submittedAt) })
      .from(submittedUtrs)
      .where(isNull(submittedUtrs.resolvedAt)),
  )
}

/** Unmatched payments; those that must be refunded count as refunds. */
async function unmatchedPayments(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(paymentEvents.receivedAt) })
      .from(paymentEvents)
      .where(isUnmatched),
  )
}

const isToPack = and(eq(orders.status, 'processing'), isNull(orders.packedAt))

async function toPack(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(orders.paidAt) })
      .from(orders)
      .where(isToPack),
  )
}

async function newestOrder(db: Db): Promise<TodoSummary['newestOrder']> {
  const [newest] = await db
    .select({ orderId: orders.reference, totalPaise: orders.totalPaise, paidAt: orders.paidAt })
    .from(orders)
    .where(and(isToPack, isNotNull(orders.paidAt)))
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(1)
  if (!newest?.paidAt) return null
  const { orderId, totalPaise, paidAt } = newest
  return { orderId, total: rupees(paise(totalPaise)), paidAt: paidAt.toISOString() }
}

async function toMake(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(customOrders.createdAt) })
      .from(customOrders)
      .where(eq(customOrders.status, 'confirmed')),
  )
}

async function tickets(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(contactTickets.createdAt), oldestDueAt: min(contactTickets.replyDueAt) })
      .from(contactTickets)
      .where(eq(contactTickets.status, 'open')),
  )
}

async function unreadStories(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(stories.createdAt) })
      .from(stories)
      .where(eq(stories.status, 'pending')),
  )
}

async function unreadReviews(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(reviews.createdAt) })
      .from(reviews)
      .where(eq(reviews.status, 'pending')),
  )
}

async function lowStock(db: Db): Promise<TodoQueue> {
  const free = sql`${products.stock} - ${products.reserved}`
  return queueOf(
    await db
      .select({ count: count() })
      .from(products)
      .where(and(isNull(products.archivedAt), lte(free, products.minStock))),
  )
}

const NAMED = 3

async function heldStock(db: Db): Promise<Pick<TodoSummary, 'held' | 'heldNames'>> {
  const { products: crowded, isShop } = await findHighlyReservedStock(db)
  const names = [...(isShop ? ['All products'] : []), ...crowded.map(({ name }) => name)]
  return { held: { count: names.length, oldestAt: null, oldestDueAt: null }, heldNames: names.slice(0, NAMED) }
}

async function failedMessages(db: Db): Promise<TodoQueue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(outboxMessages.createdAt) })
      .from(outboxMessages)
      .where(isNotNull(outboxMessages.failedAt)),
  )
}
