import { and, count, desc, eq, isNotNull, isNull, lte, min, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { findHeldStock } from '#src/features/payments/hold-alarm.server.ts'
import { isHomeless } from '#src/features/payments/homeless-money.server.ts'
import { typedUtrs } from '#src/features/payments/manual-upi.table.server.ts'
import { paymentEvents, refundsDue } from '#src/features/payments/payments.table.server.ts'
import { needsDecision } from '#src/features/payments/stray-money.server.ts'
import { reviews } from '#src/features/reviews/reviews.table.server.ts'
import { stories } from '#src/features/stories/stories.table.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import type { Queue, Today } from './admin.contract.ts'

/**
 * What waits for the maker. Asked every few seconds while a desk is open, so every part has a partial index of its own
 * and touches only what waits, however much was done before.
 */
export async function today(db: Db, now = new Date()): Promise<Today> {
  return {
    quotes: await quotes(db),
    money: together(await moneyToFind(db), together(await refunds(db), await homelessMoney(db))),
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

/** A count has exactly one row. */
function queueOf(found: Found[]): Queue {
  const { count, oldestAt, oldestDueAt } = onlyRow(found)
  return { count, oldestAt: oldestAt?.toISOString() ?? null, oldestDueAt: oldestDueAt?.toISOString() ?? null }
}

function together(one: Queue, other: Queue): Queue {
  const earliest = (a: string | null, b: string | null) => (a && b ? (a < b ? a : b) : (a ?? b))
  return {
    count: one.count + other.count,
    oldestAt: earliest(one.oldestAt, other.oldestAt),
    oldestDueAt: earliest(one.oldestDueAt, other.oldestDueAt),
  }
}

async function quotes(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(customOrders.createdAt), oldestDueAt: min(customOrders.dueAt) })
      .from(customOrders)
      .where(eq(customOrders.status, 'quote-pending')),
  )
}

async function refunds(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(refundsDue.createdAt) })
      .from(refundsDue)
      .where(needsDecision),
  )
}

/** Payments of which only the bank's statement tells. */
async function moneyToFind(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(typedUtrs.typedAt) })
      .from(typedUtrs)
      .where(isNull(typedUtrs.settledAt)),
  )
}

/** Money that somebody reported and that found no place; what has to go back of it is counted as a refund. */
async function homelessMoney(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(paymentEvents.receivedAt) })
      .from(paymentEvents)
      .where(isHomeless),
  )
}

const isToPack = and(eq(orders.status, 'processing'), isNull(orders.packedAt))

async function toPack(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(orders.paidAt) })
      .from(orders)
      .where(isToPack),
  )
}

async function newestOrder(db: Db): Promise<Today['newestOrder']> {
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

async function toMake(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(customOrders.createdAt) })
      .from(customOrders)
      .where(eq(customOrders.status, 'confirmed')),
  )
}

async function tickets(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(contactTickets.createdAt), oldestDueAt: min(contactTickets.replyDueAt) })
      .from(contactTickets)
      .where(eq(contactTickets.status, 'open')),
  )
}

async function unreadStories(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(stories.createdAt) })
      .from(stories)
      .where(eq(stories.status, 'pending')),
  )
}

async function unreadReviews(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(reviews.createdAt) })
      .from(reviews)
      .where(eq(reviews.status, 'pending')),
  )
}

async function lowStock(db: Db): Promise<Queue> {
  const free = sql`${products.stock} - ${products.reserved}`
  return queueOf(
    await db
      .select({ count: count() })
      .from(products)
      .where(and(isNull(products.archivedAt), lte(free, products.minStock))),
  )
}

/** The names in the tile are few: it is a hint, and the list of products has them all. */
const NAMED = 3

async function heldStock(db: Db): Promise<Pick<Today, 'held' | 'heldNames'>> {
  const { products: crowded, isShop } = await findHeldStock(db)
  const names = [...(isShop ? ['The whole shop'] : []), ...crowded.map(({ name }) => name)]
  return { held: { count: names.length, oldestAt: null, oldestDueAt: null }, heldNames: names.slice(0, NAMED) }
}

async function failedMessages(db: Db): Promise<Queue> {
  return queueOf(
    await db
      .select({ count: count(), oldestAt: min(messages.createdAt) })
      .from(messages)
      .where(isNotNull(messages.failedAt)),
  )
}
