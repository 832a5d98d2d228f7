import { and, desc, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import { selectMatchingPayingOrders, selectOrderCustomers } from '#src/features/orders/lookup/order-customers.server.ts'
import { listStatusesShownAs, maskUpiIds, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments } from '#src/features/payments/payments.table.server.ts'
import type { ListPaymentsInput, PaymentRecord } from './admin-payments.contract.ts'

export async function listPayments(
  db: Db,
  { q, limit, cursor, ...filter }: ListPaymentsInput,
): Promise<{ records: PaymentRecord[]; total?: number }> {
  const condition = and(filterConditions(filter), q === undefined ? undefined : await matchSearch(db, q))
  const rows = await paymentRows(db)
    .where(and(condition, isAfterCursor(cursor)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit ?? Number.MAX_SAFE_INTEGER)
  const isAll = cursor === undefined && (limit === undefined || rows.length < limit)
  return { records: rows.map(toRecord), total: isAll ? rows.length : await countCapped(db, payments, condition) }
}

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

function filterConditions({ status, from, to }: ListPaymentsInput): SQL | undefined {
  return and(
    status && inArray(payments.status, listStatusesShownAs(status)),
    from ? gte(payments.createdAt, new Date(`${from}T00:00:00+05:30`)) : undefined,
    to ? lt(payments.createdAt, addMinutes(new Date(`${to}T00:00:00+05:30`), 24 * 60)) : undefined,
  )
}

/** Matches payments by their own number, the bank's number, or their order. */
async function matchSearch(db: Db, q: string): Promise<SQL> {
  // The index starts with the gateway.
  const isBankNumber = and(isNotNull(payments.provider), eq(payments.upiTxnId, q))
  const numbered = await db
    .select({ id: payments.id })
    .from(payments)
    .where(or(eq(payments.clientTxnId, q.toUpperCase()), isBankNumber))
  const isOfOrder = sql`${payments.orderId} in ${selectMatchingPayingOrders(q)}`
  if (numbered.length === 0) return isOfOrder
  // A union, because an index helps each side, and no index an OR.
  const ids = numbered.map(({ id }) => sql`select ${id}::uuid`)
  return sql`${payments.id} in (select ${payments.id} from ${payments} where ${isOfOrder} union ${sql.join(ids, sql` union `)})`
}

function isAfterCursor(cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  return sql`(${payments.createdAt}, ${payments.id}) < (select seen.created_at, seen.id from payments seen where seen.id = ${cursor})`
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
