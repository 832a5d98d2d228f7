import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { addPaise, type Paise, paise, paiseFromRupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import {
  countOverdueDeliveries,
  type LateParcel,
  listParcelsToLeave,
} from '#src/features/orders/messages/late-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { listUnmatchedPayments } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { countStuckMails } from './failure-alerts.server.ts'

export type Digest = {
  day: string
  paid: readonly { reference: string; total: Paise }[]
  toPack: readonly LateParcel[]
  late: readonly LateParcel[]
  toMake: readonly { reference: string; readyOn: string | null }[]
  overdueDeliveries: number
  quotesWaiting: number
  money: readonly { amount: Paise; what: string }[]
  lowStock: readonly { name: string; left: number }[]
  ticketsWaiting: number
  failedMessages: number
  stuckMails: number
}

type Period = { since: Date; now: Date }

export async function readDigest(db: Db, { since, now }: Period): Promise<Digest> {
  const day = shopDay(now)
  const parcels = await listParcelsToLeave(db, day)
  return {
    day,
    paid: await listPaid(db, since, now),
    toPack: parcels.filter(({ shipOn }) => shipOn === day),
    late: parcels.filter(({ shipOn }) => shipOn < day),
    toMake: await listToMake(db),
    overdueDeliveries: await countOverdueDeliveries(db, day),
    quotesWaiting: await db.$count(customOrders, eq(customOrders.status, 'quote-pending')),
    money: [...(await listUtrs(db)), ...(await listUndecided(db))],
    lowStock: await listLowStock(db),
    ticketsWaiting: await db.$count(contactTickets, eq(contactTickets.status, 'open')),
    failedMessages: await db.$count(outboxMessages, isNotNull(outboxMessages.failedAt)),
    stuckMails: await countStuckMails(db, now),
  }
}

async function listPaid(db: Db, since: Date, now: Date): Promise<Digest['paid']> {
  const { reference, totalPaise, id, payingOrderId, paidAt, isSample } = orders
  const rows = await db
    .select({
      reference: sql<string>`max(${reference}) filter (where ${id} = ${payingOrderId})`,
      total: sql<number>`sum(${totalPaise})::int`,
    })
    .from(orders)
    .where(and(gt(paidAt, since), lte(paidAt, now), eq(isSample, false), isNull(orders.replacesOrderId)))
    .groupBy(payingOrderId)
    .orderBy(sql`min(${paidAt})`)
  return rows.map((row) => ({ reference: row.reference, total: addPaise(paise(row.total)) }))
}

async function listToMake(db: Db): Promise<Digest['toMake']> {
  return db
    .select({ reference: customOrders.reference, readyOn: orders.readyOn })
    .from(customOrders)
    .leftJoin(orders, eq(orders.id, customOrders.orderId))
    .where(eq(customOrders.status, 'confirmed'))
    .orderBy(asc(orders.readyOn), asc(customOrders.reference))
}

async function listUtrs(db: Db): Promise<Digest['money']> {
  const rows = await db
    .select({ amount: payments.amountPaise, reference: orders.reference })
    .from(submittedUtrs)
    .innerJoin(payments, eq(payments.id, submittedUtrs.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isNull(submittedUtrs.resolvedAt))
    .orderBy(asc(submittedUtrs.submittedAt))
  return rows.map(({ amount, reference }) => ({ amount: paise(amount), what: `to confirm, order ${reference}` }))
}

const MOST = 50

async function listUndecided(db: Db): Promise<Digest['money']> {
  const found = await listUnmatchedPayments(db, { limit: MOST, refundGateway: undefined })
  return found
    .filter(({ isSample }) => !isSample)
    .map(({ amount, what, orderId }) => ({
      amount: paiseFromRupees(amount),
      what: orderId ? `${what} Order ${orderId}` : what,
    }))
}

async function listLowStock(db: Db): Promise<Digest['lowStock']> {
  return db
    .select({ name: products.name, left: availableStock })
    .from(products)
    .where(and(isNull(products.archivedAt), lte(availableStock, products.minStock)))
    .orderBy(asc(availableStock), asc(products.name))
}
