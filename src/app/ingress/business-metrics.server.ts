import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import type { Db } from '#src/db/database.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'

const FRESH_MS = 10_000

/** Age of the oldest entry of a queue in seconds; 0 if it is empty. */
const age = (oldest: SQLWrapper, table: SQLWrapper, condition: SQL) =>
  sql`coalesce(greatest(0, extract(epoch from now() - (select min(${oldest}) from ${table} where ${condition}))), 0)::float8`

/** Every one of these reads an index; its conditions hold constants, or a partial index would not be used. */
const QUEUE_AGES = {
  outbox: age(
    outboxMessages.dueAt,
    outboxMessages,
    sql`${outboxMessages.sentAt} is null and ${outboxMessages.failedAt} is null and ${outboxMessages.suppressedAt} is null`,
  ),
  gateway_polls: age(payments.nextPollAt, payments, sql`${payments.nextPollAt} is not null`),
  refunds_undecided: age(refunds.createdAt, refunds, sql`${refunds.state} in ('due', 'failed')`),
  refunds_at_gateway: age(refunds.nextAttemptAt, refunds, sql`${refunds.state} in ('requested', 'pending')`),
  quotes: age(customOrders.dueAt, customOrders, sql`${customOrders.status} = 'quote-pending'`),
}

const COUNTS = {
  outbox_failed: sql`(select count(*)::int from ${outboxMessages} where ${outboxMessages.failedAt} is not null)`,
  outbox_suppressed: sql`(select count(*)::int from ${outboxMessages} where ${outboxMessages.suppressedAt} is not null)`,
}

const QUOTE_SLA = sql`
  select count(*) filter (where ${customOrders.answeredAt} <= ${customOrders.dueAt})::int as met,
         count(*) filter (where coalesce(${customOrders.answeredAt}, now()) > ${customOrders.dueAt})::int as missed
  from ${customOrders} where ${customOrders.createdAt} > now() - interval '30 days'`

const PAYMENTS = sql`
  select ${payments.status}, count(*)::int as count from ${payments}
  where ${payments.createdAt} > now() - interval '1 day' group by ${payments.status}`

type Row = Record<string, number>

/** Registers metrics read from the database, at most every ten seconds; none while it is unavailable. */
export function registerBusinessMetrics(metrics: Metrics, db: Db): { refresh: () => Promise<void> } {
  const registers = [metrics.registry]
  const gauge = (name: string, help: string, label: string) => new Gauge({ name, help, labelNames: [label], registers })
  const ages = gauge('shop_queue_age_seconds', 'Age of the oldest overdue entry, by queue', 'queue')
  const counts = gauge('shop_needs_attention', 'What waits for an admin', 'what')
  const quotes = gauge('shop_quotes_by_sla', 'Quotes due in the last 30 days, by SLA', 'sla')
  const paymentCounts = gauge('shop_payments_last_day', 'Payments started in the last 24 hours, by status', 'status')
  const up = new Gauge({ name: 'shop_database_up', help: 'Whether the database answers', registers })

  async function read(): Promise<void> {
    const of = async (statement: ReturnType<typeof sql>) => (await db.execute<Row>(statement)).rows
    const columns = Object.entries({ ...QUEUE_AGES, ...COUNTS }).map(
      ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
    )
    const [[figures = {}], [sla = {}], states] = [
      await of(sql`select ${sql.join(columns, sql`, `)}`),
      await of(QUOTE_SLA),
      await of(PAYMENTS),
    ]
    for (const queue of Object.keys(QUEUE_AGES)) ages.set({ queue }, figures[queue] ?? 0)
    for (const what of Object.keys(COUNTS)) counts.set({ what }, figures[what] ?? 0)
    for (const kind of ['met', 'missed']) quotes.set({ sla: kind }, sla[kind] ?? 0)
    for (const status of PAYMENT_STATUSES)
      paymentCounts.set({ status }, states.find((row) => String(row.status) === status)?.count ?? 0)
    up.set(1)
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const reset = () => {
    for (const figure of [ages, counts, quotes, paymentCounts]) figure.reset()
    up.set(0)
  }
  return {
    refresh: () => {
      if (performance.now() - readAt < FRESH_MS) return Promise.resolve()
      reading ??= read()
        .catch(reset)
        .finally(() => {
          readAt = performance.now()
          reading = undefined
        })
      return reading
    },
  }
}
