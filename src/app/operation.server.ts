import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { isFromProxy } from '#src/platform/client-address.server.ts'
import { type LoopLag, watchLoopLag } from '#src/platform/loop-lag.server.ts'
import { createMetrics } from '#src/platform/metrics.server.ts'
import { isMigrated } from '#src/platform/migrate.server.ts'
import { commitProbe, takesWrites } from '#src/platform/read-only.server.ts'
import { newRequestId } from '#src/platform/request-scope.server.ts'
import { startTracing, type Tracing } from '#src/platform/tracing.server.ts'
import { createTurnstile } from '#src/platform/turnstile.server.ts'
import { createFrontDesk } from './front-desk.server.ts'
import { answerOperator } from './operator-calls.server.ts'
import { createProxyWatch } from './proxy-watch.server.ts'
import { callOf } from './ranks.server.ts'
import { createReadiness } from './readiness.server.ts'
import type { Shop } from './shop.server.ts'
import { describeShop } from './shop-figures.server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const isFromOurs = (request: IncomingMessage) => isFromProxy(request.socket.remoteAddress)

/** Only loaded and started when the environment names a collector. */
export async function tracingFor(collector: string | undefined): Promise<Tracing | undefined> {
  return collector === undefined ? undefined : startTracing({ isTrusted: isFromOurs })
}

type Operation = { answer: Answer; tracing: Tracing | undefined; files: ReadonlySet<string> }

/**
 * What whoever runs the shop needs of a process: what it says about itself, and that it does not break down under too
 * much. `fromMemory` counts the answers that need none of this.
 */
export function operate(shop: Shop, { answer, tracing, files }: Operation) {
  const { https } = shop.env
  const lag = watchLoopLag()
  const metrics = createMetrics()
  const turnstile = createTurnstile({ lagMs: lag.p99 })
  const counted = { fromMemory: 0 }
  metrics.counter('shop_kept_answers_total', 'Requests answered from memory', () => counted.fromMemory)
  metrics.gauge('shop_requests_waiting', 'Requests that wait for their answer', turnstile.waiting)
  metrics.gauge('shop_loop_lag_p99_seconds', 'How late the loop was in the last second', () => lag.p99() / 1000)
  metrics.gauge('shop_disk_free_bytes', 'Room for what the shop writes', shop.space.bytes)
  metrics.gauge('shop_database_connections', 'Connections of the pool', () => shop.database.pool.totalCount)
  metrics.gauge('shop_database_waiting', 'Who waits for a connection', () => shop.database.pool.waitingCount)
  const readiness = createReadiness(checksOf(shop, lag))
  const { refresh } = describeShop(metrics, shop.database.db)
  const { METRICS_TOKEN: metricsToken, SHOP_MODE: mode } = shop.env
  const operator = { readiness, metrics, refresh, metricsToken, isLive: mode === 'live', https }
  const isEmbedded = shop.database.kind === 'embedded'
  const { space } = shop
  const countFlood = ({ method = '', url = '' }: IncomingMessage) =>
    metrics.refused(callOf(method, url, files).rank, 'flood')
  return {
    counted,
    countFlood,
    warnOfUnknownProxy: createProxyWatch({ isLive: mode === 'live' }),
    readiness,
    // Never one that was sent: proxies pass on what strangers write, and the log must not be theirs to number.
    numberOf: newRequestId,
    receive: createFrontDesk({ turnstile, metrics, space, tracing, isEmbedded, files, https }, answer),
    answerOperator: (request: IncomingMessage, response: ServerResponse) => answerOperator(operator, request, response),
  }
}

/** A loop that was late for two seconds, not for one long step. */
const LASTING_LAG_MS = 500

/** The embedded database lives in this process: one that says nothing for so long is busy, and not away. */
const BUSY_MS = 300

function checksOf({ database, space, clock }: Shop, lag: LoopLag) {
  const { kind, pool } = database
  const isThere = async () => (await pool.query('select 1')).rowCount === 1
  const isThereOrBusy = () => Promise.race([isThere(), setTimeout(BUSY_MS, true, { ref: false })])
  // Tables that were there do not go.
  let hasTables = false
  return {
    ...(kind === 'embedded'
      ? { database: isThereOrBusy }
      : { database: () => takesWrites(pool), commits: commitProbe(database) }),
    tables: async () => {
      if (!hasTables) hasTables = await isMigrated(pool)
      return hasTables
    },
    clock: clock.isAlive,
    loop: () => lag.lasting() < LASTING_LAG_MS,
    disk: () => !space.isShort(),
  }
}
