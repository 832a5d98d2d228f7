import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import { capCount, countCapped } from '#src/db/capped-count.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import {
  isFrequentMatch,
  orderMatchesSearch,
  selectMatchingOrderIds,
  selectOrderCustomers,
} from '#src/features/orders/lookup/order-customers.server.ts'
import { listStatusesShownAs, maskUpiIds, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments } from '#src/features/payments/payments.table.server.ts'
import type { ListPaymentsInput, PaymentRecord } from './admin-payments.contract.ts'

/** Lists payments, newest first; the total is undefined when there are too many to count. */
export async function listPayments(
  db: Db,
  { q, ...page }: ListPaymentsInput,
): Promise<{ records: PaymentRecord[]; total?: number }> {
  const { rows, total } = await (q === undefined ? browsePayments(db, page) : searchPayments(db, { q, ...page }))
  return { records: rows.map(toRecord), total }
}

async function browsePayments(db: Db, { limit, cursor, ...filter }: ListPaymentsInput) {
  const condition = filterConditions(filter)
  const rows = await newestPayments(db, limit).where(and(condition, isAfterCursor(cursor)))
  return { rows, total: await countCapped(db, payments, condition) }
}

/** Few matches are fetched by id; for many, scanning the newest payments fills a page soon. */
async function searchPayments(db: Db, { q, limit, cursor, ...filter }: ListPaymentsInput & { q: string }) {
  const condition = filterConditions(filter)
  // The newest orders say nothing about one status, a range of days or older pages.
  const isPlain = condition === undefined && !cursor
  const isOften = isPlain && limit !== undefined && (await isFrequentMatch(db, q, limit))
  const few = isOften ? undefined : await findMatchingIds(db, { q, condition, cursor, limit })
  const page = newestPayments(db, limit)
  if (few) return { rows: await page.where(isOneOf(few.ids)), total: capCount(few.total) }
  return { rows: await page.where(and(condition, isMatching(q), isAfterCursor(cursor))), total: undefined }
}

/** Finds one payment record by id. */
export async function findPaymentRecord(db: Db, id: string): Promise<PaymentRecord | undefined> {
  const [row] = await paymentRows(db).where(eq(payments.id, id))
  return row && toRecord(row)
}

function paymentRows(db: Db) {
  const customers = selectOrderCustomers(db)
  const latestEvent = sql<string | null>`(select ${paymentEvents.raw} from ${paymentEvents}
    where ${paymentEvents.paymentId} = ${payments.id} order by ${paymentEvents.receivedAt} desc limit 1)`
  return db
    .select({ payment: payments, customer: customers._.selectedFields, latestEvent })
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.orderId))
    .$dynamic()
}

function newestPayments(db: Db, limit = Number.MAX_SAFE_INTEGER) {
  return paymentRows(db).orderBy(desc(payments.createdAt), desc(payments.id)).limit(limit)
}

function filterConditions({ status, from, to }: ListPaymentsInput): SQL | undefined {
  return and(
    status && inArray(payments.status, listStatusesShownAs(status)),
    from ? gte(payments.createdAt, new Date(`${from}T00:00:00+05:30`)) : undefined,
    to ? lt(payments.createdAt, addMinutes(new Date(`${to}T00:00:00+05:30`), 24 * 60)) : undefined,
  )
}

/** Sorting this many ids is cheaper than joining the order of each payment. */
const FEW = 3000

type SearchInput = { q: string; condition: SQL | undefined; cursor: string | undefined; limit: number | undefined }

/** Returns the matching ids, or undefined when there are too many and scanning the newest is faster. */
async function findMatchingIds(db: Db, { q, condition = sql`true`, cursor, limit }: SearchInput) {
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select id, created_at from ${payments} where client_txn_id = ${q.toUpperCase()} and ${condition}
      union select id, created_at from ${payments} where provider is not null and upi_txn_id = ${q} and ${condition}
      union (select id, created_at from ${payments} where order_id in ${selectMatchingOrderIds(q)} and ${condition} limit ${FEW + 1})
    )
    select (select count(*)::int from found) as total, array(
      select id from found where ${isAfterCursor(cursor, sql`(created_at, id)`) ?? sql`true`}
      order by created_at desc, id desc limit ${limit ?? FEW}) as ids`)
  const found = onlyRow(rows)
  return found.total > FEW ? undefined : found
}

/** One parameter: a thousand separate ones are slower than the query. */
const isOneOf = (ids: string[]) => sql`${payments.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`

function isAfterCursor(
  cursor: string | undefined,
  place = sql`(${payments.createdAt}, ${payments.id})`,
): SQL | undefined {
  if (!cursor) return undefined
  return sql`${place} < (select seen.created_at, seen.id from payments seen where seen.id = ${cursor})`
}

function isMatching(q: string): SQL {
  return sql`(${payments.clientTxnId} = ${q.toUpperCase()} or ${payments.upiTxnId} = ${q} or ${orderMatchesSearch(payments.orderId, q)})`
}

type Row = Awaited<ReturnType<typeof paymentRows>>[number]

function toRecord({ payment, customer, latestEvent }: Row): PaymentRecord {
  return {
    id: payment.id,
    clientTxnId: payment.clientTxnId,
    customerName: customer.name,
    customerEmail: customer.email,
    customerMobile: customer.phone,
    customerVpa: payment.customerVpa && maskUpiIds(payment.customerVpa),
    amount: rupees(paise(payment.amountPaise)),
    status: toPublicStatus(payment.status),
    upiTxnId: payment.upiTxnId,
    txnAt: payment.paidAt?.toISOString() ?? null,
    remark: payment.remark,
    webhookData: latestEvent && maskUpiIds(latestEvent),
    createdAt: payment.createdAt.toISOString(),
    order: payment.orderId,
    orderId: customer.reference,
    isSample: customer.isSample,
  }
}
