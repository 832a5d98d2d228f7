import { Gauge } from 'prom-client'
import type { Db } from '#src/db/database.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'
import { readBusinessFigures } from './business-figures.server.ts'

const FRESH_MS = 10_000

/** Registers metrics read from the database, at most every ten seconds; none while it is unavailable. */
export function registerBusinessMetrics(metrics: Metrics, db: Db): { refresh: () => Promise<void> } {
  const registers = [metrics.registry]
  const gauge = (name: string, help: string, label: string) => {
    const it = new Gauge({ name, help, labelNames: [label], registers })
    return {
      reset: () => it.reset(),
      show: (figures: Record<string, number>) => {
        for (const [of, value] of Object.entries(figures)) it.set({ [label]: of }, value)
      },
    }
  }
  const gauges = {
    queueAges: gauge('shop_queue_age_seconds', 'Age of the oldest overdue entry, by queue', 'queue'),
    money: gauge('shop_money_waiting_rupees', 'Money that waits for an admin to decide', 'what'),
    needsAttention: gauge('shop_needs_attention', 'What waits for an admin', 'what'),
    promises: gauge('shop_promises_in_danger', 'Promises that are due soon or broken', 'promise'),
    quotesBySla: gauge('shop_quotes_by_sla', 'Quotes due in the last 30 days, by SLA', 'sla'),
    paymentsLastDay: gauge('shop_payments_last_day', 'Payments started in the last 24 hours, by status', 'status'),
  }
  const up = new Gauge({ name: 'shop_database_up', help: 'Whether the database answers', registers })

  async function read(): Promise<void> {
    const figures = await readBusinessFigures(db)
    for (const name of Object.keys(gauges) as (keyof typeof gauges)[]) gauges[name].show(figures[name])
    up.set(1)
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const reset = () => {
    for (const figure of Object.values(gauges)) figure.reset()
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
