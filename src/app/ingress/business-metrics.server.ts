import type { Db } from '#src/db/database.server.ts'
import { shareRunning } from '#src/db/servers/primary-finder.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'
import { readBusinessFigures } from './business-figures.server.ts'

const FRESH_MS = 10_000

type BusinessFigures = Awaited<ReturnType<typeof readBusinessFigures>>

/** Registers metrics read from the database, at most every ten seconds; none while it is unavailable. */
export function registerBusinessMetrics(metrics: Metrics, db: Db): void {
  let readAt = Number.NEGATIVE_INFINITY
  let figures: BusinessFigures | undefined
  const read = shareRunning(async () => {
    figures = await readBusinessFigures(db).catch(() => undefined)
    readAt = performance.now()
  })
  const latest = async () => {
    if (performance.now() - readAt >= FRESH_MS) await read()
    return figures
  }
  const gauge = (part: keyof BusinessFigures, label: string, { name, help }: { name: string; help: string }) =>
    metrics.gaugeBy(label, { name, help }, async () => (await latest())?.[part] ?? {})
  gauge('queueAges', 'queue', { name: 'shop_queue_age_seconds', help: 'Age of the oldest overdue entry, by queue' })
  gauge('money', 'what', { name: 'shop_money_waiting_rupees', help: 'Money that waits for an admin to decide' })
  gauge('needsAttention', 'what', { name: 'shop_needs_attention', help: 'What waits for an admin' })
  gauge('promises', 'promise', { name: 'shop_promises_in_danger', help: 'Promises that are due soon or broken' })
  gauge('quotesBySla', 'sla', { name: 'shop_quotes_by_sla', help: 'Quotes due in the last 30 days, by SLA' })
  gauge('paymentsLastDay', 'status', {
    name: 'shop_payments_last_day',
    help: 'Payments started in the last 24 hours, by status',
  })
  metrics.gauge('shop_database_up', 'Whether the database answers', async () => Number((await latest()) !== undefined))
}
