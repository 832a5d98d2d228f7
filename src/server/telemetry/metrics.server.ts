import type { ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The library's own sampling would wake an idle process; `shop_loop_lag_p99_seconds` stands for it. */
const NEVER_MS = 2 ** 31 - 1
const UNSAMPLED = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A 503 on purpose: overload, a full disk, or a shop that has not opened yet. */
export type Refused = 'overload' | 'disk' | 'closed'
export type RequestSample = {
  method: string
  route: string
  status: number
  seconds: number
  refused?: Refused | undefined
}
type Figures = Record<string, number | boolean>
type ReadByLabel = () => Figures | Promise<Figures>
export type Metrics = ReturnType<typeof createMetrics>

/** 499 for a client that left before its response began, as nginx logs it; the 408 of a slow body has no headers. */
export const loggedStatus = ({ statusCode, headersSent }: ServerResponse): number =>
  headersSent || statusCode !== 200 ? statusCode : 499

/** The metrics of one process. Every label has few values, so that arbitrary addresses add none. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  for (const of of UNSAMPLED) registry.removeSingleMetric(`nodejs_eventloop_lag_${of}_seconds`)
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Answered requests, without cache hits',
    labelNames: ['method', 'route', 'status', 'refused'],
    registers,
  })
  const seconds = new Histogram({
    name: 'shop_request_seconds',
    help: 'Response time, including the queue',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const rejected = new Counter({
    name: 'shop_requests_rejected_total',
    help: 'Requests rejected by overload, full disk or the rate limit of an address, by priority',
    labelNames: ['priority', 'reason'],
    registers,
  })
  return {
    registry,
    observeRequest({ method, route, status, seconds: took, refused }: RequestSample) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status, ...(refused && { refused }) })
      seconds.observe({ route }, took)
    },
    countRejected: (priority: string, reason: 'overload' | 'disk' | 'flood') => rejected.inc({ priority, reason }),
    gauge(name: string, help: string, read: () => number | Promise<number>) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    },
    gaugeBy(label: string, { name, help }: { name: string; help: string }, read: ReadByLabel) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const figures = await read()
          this.reset()
          for (const [of, value] of Object.entries(figures)) this.set({ [label]: of }, Number(value))
        },
      })
    },
    counter(name: string, help: string, read: () => number) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
  }
}
