import { and, count, desc, eq, isNotNull, isNull, lte, min, type SQL, sql, sum } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { TodoQueue, TodoSummary } from '#src/features/admin/admin.contract.ts'
import { URGENT_KINDS } from '#src/features/auth/alerts/alert-kinds.ts'
import { readAlertReach } from '#src/features/auth/alerts/alert-settings.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { countIndexedIncomplete, type IndexedCatalog } from '#src/features/catalog/search/search-index.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { isToPack } from '#src/features/orders/lookup/search-orders.server.ts'
import { isPayingOrder } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { isInTrouble } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { findHighlyReservedStock } from '#src/features/payments/limits/reservation-alert.server.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { paymentEvents, refunds } from '#src/features/payments/payments.table.server.ts'
import { isUnmatched, needsDecision } from '#src/features/payments/reconciliation/unmatched-predicate.server.ts'
import { isStuckMail } from './failure-alerts.server.ts'

/** Reads what waits for the admins. It runs every few seconds, so each part uses an index. */
export async function readTodoSummary({ db, index }: IndexedCatalog, now = new Date()): Promise<TodoSummary> {
  return {
    quotes: await quotes(db),
    money: together(await pendingConfirmations(db), together(await refundsToDecide(db), await unmatched(db))),
    pack: await queueOf(db, { of: orders, where: isToPack, oldestAt: orders.paidAt }),
    make: await queueOf(db, {
      of: customOrders,
      where: eq(customOrders.status, 'confirmed'),
      oldestAt: customOrders.createdAt,
    }),
    parcels: await queueOf(db, { of: shipments, where: isInTrouble, oldestAt: shipments.problemAt }),
    problems: await tickets(db),
    moderate: together(
      await queueOf(db, { of: stories, where: eq(stories.status, 'pending'), oldestAt: stories.createdAt }),
      await queueOf(db, { of: reviews, where: eq(reviews.status, 'pending'), oldestAt: reviews.createdAt }),
    ),
    stock: await lowStock(db),
    incomplete: { count: await countIndexedIncomplete(index), oldestAt: null, oldestDueAt: null },
    ...(await heldStock(db)),
    outbox: await queueOf(db, {
      of: outboxMessages,
      where: isNotNull(outboxMessages.failedAt),
      oldestAt: outboxMessages.createdAt,
    }),
    stuckMails: await queueOf(db, {
      of: outboxMessages,
      where: isStuckMail(now),
      oldestAt: outboxMessages.createdAt,
    }),
    newestOrder: await newestOrder(db),
    unreachedAlerts: await listUnreachedAlerts(db),
    at: now.toISOString(),
  }
}

async function listUnreachedAlerts(db: Db): Promise<TodoSummary['unreachedAlerts']> {
  const reach = await readAlertReach(db)
  return URGENT_KINDS.filter((kind) => reach[kind].length === 0)
}

type Queue = { of: PgTable; where: SQL | undefined; oldestAt?: PgColumn; oldestDueAt?: PgColumn }

async function queueOf(db: Db, { of, where, oldestAt, oldestDueAt }: Queue): Promise<TodoQueue> {
  const earliest = (column?: PgColumn) => (column ? min(column) : sql`null`)
  const found = onlyRow(
    await db
      .select({ count: count(), oldestAt: earliest(oldestAt), oldestDueAt: earliest(oldestDueAt) })
      .from(of)
      .where(where),
  )
  const iso = (time: unknown) => (time instanceof Date ? time.toISOString() : null)
  return { count: found.count, oldestAt: iso(found.oldestAt), oldestDueAt: iso(found.oldestDueAt) }
}

function together(one: TodoQueue, other: TodoQueue): TodoQueue {
  const earliest = (a: string | null, b: string | null) => (a && b ? (a < b ? a : b) : (a ?? b))
  return {
    count: one.count + other.count,
    oldestAt: earliest(one.oldestAt, other.oldestAt),
    oldestDueAt: earliest(one.oldestDueAt, other.oldestDueAt),
  }
}

const quotes = (db: Db) =>
  queueOf(db, {
    of: customOrders,
    where: eq(customOrders.status, 'quote-pending'),
    oldestAt: customOrders.createdAt,
    oldestDueAt: customOrders.dueAt,
  })

const refundsToDecide = (db: Db) => queueOf(db, { of: refunds, where: needsDecision, oldestAt: refunds.createdAt })

const pendingConfirmations = (db: Db) =>
  queueOf(db, { of: submittedUtrs, where: isNull(submittedUtrs.resolvedAt), oldestAt: submittedUtrs.submittedAt })

/** Those that must be refunded count as refunds. */
const unmatched = (db: Db) => queueOf(db, { of: paymentEvents, where: isUnmatched, oldestAt: paymentEvents.receivedAt })

async function newestOrder(db: Db): Promise<TodoSummary['newestOrder']> {
  const [newest] = await db
    .select({ id: orders.payingOrderId, paidAt: orders.paidAt })
    .from(orders)
    .where(and(isToPack, isNotNull(orders.paidAt), isNull(orders.replacesOrderId)))
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(1)
  if (!newest?.paidAt) return null
  const { orderId, total } = await findPaidTogether(db, newest.id ?? '')
  return { orderId, total, paidAt: newest.paidAt.toISOString() }
}

async function findPaidTogether(db: Db, id: string): Promise<{ orderId: string; total: number }> {
  const { reference, totalPaise, payingOrderId } = orders
  const paid = await db
    .select({ orderId: sql<string>`max(${reference}) filter (where ${isPayingOrder})`, total: sum(totalPaise) })
    .from(orders)
    .where(eq(payingOrderId, id))
  const { orderId, total } = onlyRow(paid)
  return { orderId, total: rupees(paise(Number(total))) }
}

const tickets = (db: Db) =>
  queueOf(db, {
    of: contactTickets,
    where: eq(contactTickets.status, 'open'),
    oldestAt: contactTickets.createdAt,
    oldestDueAt: contactTickets.replyDueAt,
  })

const lowStock = (db: Db) =>
  queueOf(db, {
    of: products,
    where: and(isNull(products.archivedAt), lte(sql`${products.stock} - ${products.reserved}`, products.minStock)),
  })

const NAMED = 3

async function heldStock(db: Db): Promise<Pick<TodoSummary, 'held' | 'heldNames'>> {
  const { products: crowded, isShop } = await findHighlyReservedStock(db)
  const names = [...(isShop ? ['All products'] : []), ...crowded.map(({ name }) => name)]
  return { held: { count: names.length, oldestAt: null, oldestDueAt: null }, heldNames: names.slice(0, NAMED) }
}
