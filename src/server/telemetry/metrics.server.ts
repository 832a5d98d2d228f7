import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** In seconds: what is sent from memory, what is looked up, what waits for somebody. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

export type RequestSample = { method: string; route: string; status: number; seconds: number }
export type Metrics = ReturnType<typeof createMetrics>

/** The figures of one process. Every label has few values: whoever asks for addresses without end adds none. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Answered requests, but for those answered from memory',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'shop_request_seconds',
    help: 'How long answers took, waiting included',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const refused = new Counter({
    name: 'shop_refused_total',
    help: 'Requests told to come again: by rank, when there was too much to do, no room on the disk, or one address asked too much',
    labelNames: ['rank', 'why'],
    registers,
  })
  return {
    registry,
    observeRequest({ method, route, status, seconds: took }: RequestSample) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      seconds.observe({ route }, took)
    },
    countRejected: (rank: string, why: 'overload' | 'disk' | 'flood') => refused.inc({ rank, why }),
    /** A figure that is read when somebody asks. */
    gauge(name: string, help: string, read: () => number) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    /** A figure that only grows, counted elsewhere. */
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
