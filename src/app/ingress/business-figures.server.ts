import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { countStuckMails } from '#src/features/admin/todo/failure-alerts.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { isUnfinished } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { countOverdueDeliveries, listLateParcels } from '#src/features/orders/messages/late-orders.server.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { isUnmatched, needsDecision } from '#src/features/payments/reconciliation/unmatched-predicate.server.ts'

/** Age of the oldest entry of a queue in seconds; 0 if it is empty. */
const age = (oldest: SQLWrapper, table: SQLWrapper, condition: SQL | undefined) =>
  sql`coalesce(greatest(0, extract(epoch from now() - (select min(${oldest}) from ${table} where ${condition}))), 0)::float8`

const count = (table: SQLWrapper, condition: SQL) => sql`(select count(*)::int from ${table} where ${condition})`

const inRupees = (paise: SQLWrapper, from: SQLWrapper, condition: SQL) =>
  sql`(select coalesce(sum(${paise}), 0)::float8 / 100 from ${from} where ${condition})`

// Conditions hold constants, or a partial index would not be used.
const isToConfirm = sql`${submittedUtrs.resolvedAt} is null`
const isWithoutQuote = sql`${customOrders.status} = 'quote-pending'`
const isOpenTicket = sql`${contactTickets.status} = 'open'`

const QUEUE_AGES = {
  outbox: age(outboxMessages.dueAt, outboxMessages, isUnfinished),
  gateway_polls: age(payments.nextPollAt, payments, sql`${payments.nextPollAt} is not null`),
  refunds_undecided: age(refunds.createdAt, refunds, needsDecision),
  refunds_at_gateway: age(refunds.nextAttemptAt, refunds, sql`${refunds.state} in ('requested', 'pending')`),
  unmatched_payments: age(paymentEvents.receivedAt, paymentEvents, isUnmatched),
  utr_confirmations: age(submittedUtrs.submittedAt, submittedUtrs, isToConfirm),
  quotes: age(customOrders.dueAt, customOrders, isWithoutQuote),
  replies: age(contactTickets.replyDueAt, contactTickets, isOpenTicket),
}

const MONEY = {
  refunds_undecided: inRupees(refunds.amountPaise, refunds, needsDecision),
  unmatched_payments: inRupees(paymentEvents.amountPaise, paymentEvents, isUnmatched),
  utr_confirmations: inRupees(
    payments.amountPaise,
    sql`${submittedUtrs} join ${payments} on ${payments.id} = ${submittedUtrs.paymentId}`,
    isToConfirm,
  ),
}

const COUNTS = {
  outbox_failed: count(outboxMessages, sql`${outboxMessages.failedAt} is not null`),
  outbox_suppressed: count(outboxMessages, sql`${outboxMessages.suppressedAt} is not null`),
}

const PROMISES = {
  quote: count(customOrders, sql`${isWithoutQuote} and ${customOrders.dueAt} < now() + interval '10 minutes'`),
  reply: count(contactTickets, sql`${isOpenTicket} and ${contactTickets.replyDueAt} < now() + interval '2 hours'`),
}

const QUOTE_SLA = {
  met: count(
    customOrders,
    sql`${isRecent(customOrders.createdAt)} and ${customOrders.answeredAt} <= ${customOrders.dueAt}`,
  ),
  missed: count(
    customOrders,
    sql`${isRecent(customOrders.createdAt)} and coalesce(${customOrders.answeredAt}, now()) > ${customOrders.dueAt}`,
  ),
}

function isRecent(createdAt: SQLWrapper) {
  return sql`${createdAt} > now() - interval '30 days'`
}

type Figures = Record<string, number>

/** Reads the figures of the business metrics, each by an index. */
export async function readBusinessFigures(db: Db, now = new Date()) {
  return {
    queueAges: await read(db, QUEUE_AGES),
    money: await read(db, MONEY),
    needsAttention: { ...(await read(db, COUNTS)), stuck_mails: await countStuckMails(db, now) },
    promises: {
      ...(await read(db, PROMISES)),
      dispatch: (await listLateParcels(db, now)).length,
      delivery: await countOverdueDeliveries(db, shopDay(now)),
    },
    quotesBySla: await read(db, QUOTE_SLA),
    paymentsLastDay: await countPayments(db),
  } satisfies Record<string, Figures>
}

async function read<Name extends string>(db: Db, columns: Record<Name, SQL>): Promise<Record<Name, number>> {
  const selected = Object.entries<SQL>(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  const { rows } = await db.execute<Record<Name, number>>(sql`select ${sql.join(selected, sql`, `)}`)
  const [figures] = rows
  if (!figures) throw new Error('A select without a table has one row')
  return figures
}

async function countPayments(db: Db): Promise<Figures> {
  const { rows } = await db.execute<{ status: string; count: number }>(sql`
    select ${payments.status}, count(*)::int as count from ${payments}
    where ${payments.createdAt} > now() - interval '1 day' group by ${payments.status}`)
  const counted = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, counted.get(status) ?? 0]))
}
