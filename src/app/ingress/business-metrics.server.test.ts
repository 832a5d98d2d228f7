import { expect, it } from 'vitest'
import { createMetrics } from '#src/server/telemetry/metrics.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { registerBusinessMetrics } from './business-metrics.server.ts'

it('the metrics count what waits in the database', () =>
  inTestTransaction(async (db) => {
    const metrics = createMetrics()
    await registerBusinessMetrics(metrics, db).refresh()
    const text = await metrics.registry.metrics()
    expect(text).toContain('shop_database_up 1')
    expect(text).toContain('shop_queue_age_seconds{queue="outbox"} 0')
    expect(text).toContain('shop_payments_last_day{status="success"} 0')
  }))
