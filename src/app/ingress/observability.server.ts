import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { AppContext } from '#src/app/context.server.ts'
import type { Scheduler } from '#src/app/jobs/scheduler.server.ts'
import { createCommitProbe } from '#src/db/commit-probe.server.ts'
import { isMigrated } from '#src/db/migrate.server.ts'
import { acceptsWrites } from '#src/db/read-only.server.ts'
import { findSilence } from '#src/server/http/circuit-breaker.server.ts'
import { createProxyWarning } from '#src/server/http/client-ip.server.ts'
import { createAdmissionController, type Priority } from '#src/server/overload/load-shedding.server.ts'
import { handleHealthRequest } from '#src/server/process/health-endpoints.server.ts'
import { createReadiness } from '#src/server/process/readiness.server.ts'
import { watchCertificate } from '#src/server/telemetry/certificate.server.ts'
import { type EventLoopLag, watchEventLoopLag } from '#src/server/telemetry/event-loop-lag.server.ts'
import { createMetrics, type Metrics } from '#src/server/telemetry/metrics.server.ts'
import type { Tracing } from '#src/server/telemetry/tracing.server.ts'
import { registerBackupMetrics } from './backup-metrics.server.ts'
import { registerBusinessMetrics } from './business-metrics.server.ts'
import { createIngress, type IngressOptions } from './request-pipeline.server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type Operation = { answer: Answer; tracing: Tracing | undefined } & Pick<IngressOptions, 'fallBack' | 'isKnownAdmin'>

type Instrumented = Pick<AppContext, 'env' | 'database' | 'diskSpace' | 'payments' | 'scheduler'>

export function instrumentServer(shop: Instrumented, { answer, ...ingress }: Operation) {
  const { https } = shop.env
  const lag = watchEventLoopLag()
  const metrics = createMetrics()
  const admission = createAdmissionController({ lagMs: lag.p99 })
  const counted = { fromMemory: 0 }
  metrics.counter('shop_kept_answers_total', 'Cache hits', () => counted.fromMemory)
  registerProcessMetrics(metrics, shop)
  metrics.gauge('shop_requests_waiting', 'Requests in flight or queued', admission.waiting)
  metrics.gauge('shop_loop_lag_p99_seconds', 'Event loop lag in the last second', () => lag.latest() / 1000)
  const readiness = createReadiness(checksOf(shop, lag))
  metrics.gaugeBy('check', { name: 'shop_readiness_check', help: 'The checks of /readyz' }, readiness.results)
  registerBusinessMetrics(metrics, shop.database.db)
  const isLive = shop.env.SHOP_MODE === 'live'
  const { isAlive } = shop.scheduler
  const operator = { isAlive, readiness, metrics, metricsToken: shop.env.METRICS_TOKEN, isLive, https }
  const isEmbedded = shop.database.kind === 'embedded'
  const { diskSpace } = shop
  return {
    counted,
    countFlood: (priority: Priority) => metrics.countRejected(priority, 'flood'),
    warnOfUnknownProxy: createProxyWarning({ isLive }),
    readiness,
    ...createIngress({ ...ingress, admission, metrics, diskSpace, isEmbedded, https }, answer),
    answerOperator: (request: IncomingMessage, response: ServerResponse) =>
      handleHealthRequest(operator, request, response),
  }
}

function registerProcessMetrics(
  metrics: Metrics,
  { env, database: { pool }, diskSpace, payments, scheduler }: Instrumented,
) {
  metrics.gauge('shop_disk_free_bytes', 'Free disk space', diskSpace.bytes)
  metrics.gauge('shop_database_connections', 'Connections of the pool', () => pool.totalCount)
  metrics.gauge('shop_database_idle', 'Idle connections of the pool', () => pool.idleCount)
  metrics.gauge('shop_database_waiting', 'Requests that wait for a connection', () => pool.waitingCount)
  if (env.BACKUP_DIR) registerBackupMetrics(metrics, env.BACKUP_DIR)
  metrics.gauge('shop_invariants_broken', 'Invariants that the last check found broken', scheduler.brokenInvariants)
  metrics.gauge(
    'shop_certificate_expiry_timestamp_seconds',
    'When the TLS certificate of PUBLIC_URL expires',
    watchCertificate(env.PUBLIC_URL),
  )
  metrics.gauge('shop_gateway_silent_seconds', 'How long the payment gateway has not answered', () =>
    secondsSince(findSilence(payments.gateway)),
  )
  const byJob = (read: (job: Scheduler['jobs'][number]) => number) => () =>
    Object.fromEntries(scheduler.jobs.map((job) => [job.name, read(job)]))
  const jobs = {
    shop_job_interval_seconds: ['How often a job runs', byJob(({ intervalMs }) => intervalMs / 1000)],
    shop_job_last_success_timestamp_seconds: [
      'When a job last succeeded',
      byJob(({ succeededAt }) => succeededAt / 1000),
    ],
    shop_job_failures: ['Failed runs of a job since the start', byJob(({ failures }) => failures)],
  } as const
  for (const [name, [help, read]] of Object.entries(jobs)) metrics.gaugeBy('name', { name, help }, read)
}

const secondsSince = (date: Date | null | undefined) => (date ? (Date.now() - date.getTime()) / 1000 : 0)

const LASTING_LAG_MS = 500

/** The embedded database runs in this process: no answer for this long means that it is busy. */
const BUSY_MS = 300

function checksOf({ database, diskSpace, scheduler }: Instrumented, lag: EventLoopLag) {
  const { kind, pool } = database
  const isThere = async () => (await pool.query('select 1')).rowCount === 1
  const isThereOrBusy = () => Promise.race([isThere(), setTimeout(BUSY_MS, true, { ref: false })])
  // Existing tables never disappear.
  let hasTables = false
  return {
    ...(kind === 'embedded'
      ? { database: isThereOrBusy }
      : { database: () => acceptsWrites(pool), commits: createCommitProbe(database) }),
    tables: async () => {
      if (!hasTables) hasTables = await isMigrated(pool)
      return hasTables
    },
    clock: scheduler.isAlive,
    loop: () => lag.sustained() < LASTING_LAG_MS,
    disk: () => !diskSpace.isLow(),
  }
}
