/** Shedding priority, lowest first. */
export const PRIORITIES = ['browse', 'admin', 'checkout', 'payment'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Thresholds by priority. Payment reports may wait, because some gateways never repeat them. */
const LIMITS = {
  browse: { maxInFlight: 100, lagMs: 250, turnMs: 100, maxWaitMs: 300, timeoutMs: 4000 },
  admin: { maxInFlight: 130, lagMs: 400, turnMs: 200, maxWaitMs: 500, timeoutMs: 5000 },
  checkout: { maxInFlight: 300, lagMs: 800, turnMs: 400, maxWaitMs: 1200, timeoutMs: 10_000 },
  payment: { maxInFlight: 1000, lagMs: 5000, turnMs: 5000, maxWaitMs: Number.POSITIVE_INFINITY, timeoutMs: 10_000 },
} as const satisfies Record<Priority, Limit>

type Limit = { maxInFlight: number; lagMs: number; turnMs: number; maxWaitMs: number; timeoutMs: number }

export const OVERLOADED = {
  code: 'overloaded',
  message: 'We are very busy right now. Please try again in a moment.',
  seconds: 2,
} as const

/** With fewer requests, event loop lag comes from one long task and is no overload. */
const OVERLOAD_MIN_IN_FLIGHT = 10
/** With a reserved slot each, fewer than the 12 connections: with 18, PostgreSQL took CPU time from the refusals. */
const CONCURRENCY = { reads: 2, writes: 4, payment: 3 }
/** A reserved slot stays free this many times as long as it was taken, up to 2 s: with 9, buyers lost a tenth. */
const REST_FACTOR = 19
const MAX_REST_MS = 2000

type State = 'queued' | 'running' | 'suspended' | 'resuming' | 'released'

export type Slot = {
  /** Frees the slot while it waits for a slow body or an external service. */
  suspend: () => void
  wouldWaitTooLong: () => boolean
  /** Like `resume`, but behind all that wait: a slow body must not overtake complete ones. */
  requeue: () => Promise<void>
  /** Resolves once the slot is reacquired, at once if it is held or released. */
  resume: () => Promise<void>
  /** Keeps the slot until `work` ends, even after `release`. */
  holdUntil: (work: Promise<unknown>) => void
  release: () => void
}

export type QueuedRequest = {
  priority: Priority
  isRead: boolean
  isBodyComplete: () => boolean
  run: (slot: Slot) => void
  onTimeout: () => void
}

export type AdmissionController = ReturnType<typeof createAdmissionController>

/** Creates the admission controller: bounded concurrency, FIFO queues, and rejection of what would wait too long. */
export function createAdmissionController({
  lagMs,
  concurrency = CONCURRENCY,
}: {
  lagMs: () => number
  concurrency?: typeof CONCURRENCY
}) {
  const pools = {
    reads: createPool(concurrency.reads),
    writes: createPool(concurrency.writes),
    payment: createPool(concurrency.payment),
  }
  /** For reads while higher priorities take everything else: a search, and the admin who looks for the cause. */
  const reserved: { [priority in Priority]?: Pool } = { browse: createPool(1), admin: createPool(1) }
  /** Requests that resume are not counted: many answers of a gateway at once must not shed other pools. */
  const inFlight = () => sumOf(pools, (pool) => pool.queue.length + pool.running)
  const resuming = () => sumOf(pools, (pool) => pool.resuming.length)
  const turn = createTurn()

  function isLagging({ priority }: QueuedRequest): boolean {
    const limit = LIMITS[priority]
    if (lagMs() > limit.lagMs && inFlight() > OVERLOAD_MIN_IN_FLIGHT) return true
    return turn.ms() > limit.turnMs && turn.requests() > OVERLOAD_MIN_IN_FLIGHT
  }

  return {
    waiting: () => inFlight() + resuming() + sumOf(reserved, (pool) => pool.resuming.length + pool.running),
    admit(request: QueuedRequest): false | Slot {
      const { priority, isRead } = request
      const pool = pools[priority === 'payment' ? 'payment' : isRead ? 'reads' : 'writes']
      const limit = LIMITS[priority]
      if (inFlight() >= limit.maxInFlight || isLagging(request)) return false
      if (expectedWaitMs(pool) > limit.maxWaitMs) return false
      turn.countRequest()
      return enqueue(pool, request)
    },

    /** A slot for one of those that `admit` rejected, if the one of its priority is free. */
    admitReserved(request: QueuedRequest): false | Slot {
      const pool = reserved[request.priority]
      if (!pool || pool.running > 0 || performance.now() < pool.restsUntil || isLagging(request)) return false
      turn.countRequest()
      return enqueue(pool, request)
    },
  }
}

/** The running turn of the event loop: it reads from all sockets, and renders whole pages, before other work goes on. */
function createTurn() {
  let [startedAt, requests] = [0, 0]
  return {
    ms: () => (requests === 0 ? 0 : performance.now() - startedAt),
    requests: () => requests,
    countRequest(): void {
      if (requests === 0) {
        startedAt = performance.now()
        setImmediate(() => {
          requests = 0
        })
      }
      requests += 1
    },
  }
}

type Pool = {
  readonly concurrency: number
  running: number
  queue: (() => void)[]
  /** Resuming requests go before queued ones, because half of their work is done. */
  resuming: (() => void)[]
  serviceTime: ReturnType<typeof createServiceTime>
  restsUntil: number
}

const createPool = (concurrency: number): Pool => ({
  concurrency,
  running: 0,
  queue: [],
  resuming: [],
  serviceTime: createServiceTime(),
  restsUntil: 0,
})

function restAfter(startedAt: number): number {
  const now = performance.now()
  return now + Math.min((now - startedAt) * REST_FACTOR, MAX_REST_MS)
}

const sumOf = (pools: Record<string, Pool>, count: (pool: Pool) => number): number =>
  Object.values(pools).reduce((sum, pool) => sum + count(pool), 0)

const queueLength = ({ queue, resuming }: Pool) => queue.length + resuming.length

const expectedWaitMs = (pool: Pool) => queueLength(pool) * pool.serviceTime.ms()

const isTooLong = (pool: Pool, { maxInFlight, maxWaitMs }: Limit) =>
  queueLength(pool) >= maxInFlight || expectedWaitMs(pool) > maxWaitMs

function createServiceTime() {
  let averageMs = 0
  let lastRelease: number | undefined
  const averageAt = (now: number) =>
    lastRelease === undefined ? averageMs : averageMs + (now - lastRelease - averageMs) / 8
  return {
    /** Includes the running interval, so a stall raises the estimate. */
    ms: () => Math.max(averageMs, averageAt(performance.now())),
    recordRelease(): void {
      const now = performance.now()
      averageMs = averageAt(now)
      lastRelease = now
    },
    /** Idle time says nothing about the service time. */
    pause(): void {
      lastRelease = undefined
    },
  }
}

function startQueued(pool: Pool): void {
  while (pool.running < pool.concurrency && queueLength(pool) > 0) (pool.resuming.shift() ?? pool.queue.shift())?.()
  if (queueLength(pool) === 0) pool.serviceTime.pause()
}

function enqueue(pool: Pool, { priority, isBodyComplete, run, onTimeout }: QueuedRequest): Slot {
  let state: State = 'queued'
  const queuedAt = performance.now()
  const setState = (next: State) => {
    pool.running += Number(next === 'running') - Number(state === 'running')
    if (next === 'released' && state === 'running' && queueLength(pool) > 0) pool.serviceTime.recordRelease()
    if (state === 'running') pool.restsUntil = restAfter(queuedAt)
    state = next
  }
  const start = () => {
    const hasTimedOut = performance.now() - queuedAt > LIMITS[priority].timeoutMs
    setState(hasTimedOut ? 'released' : isBodyComplete() ? 'running' : 'suspended')
    if (hasTimedOut) onTimeout()
    else run(slot)
  }
  let resumed = Promise.withResolvers<void>()
  const resumeNow = () => {
    setState('running')
    resumed.resolve()
  }
  const waitIn = async (list: (() => void)[]) => {
    if (state === 'suspended') {
      resumed = Promise.withResolvers()
      setState('resuming')
      list.push(resumeNow)
      startQueued(pool)
    }
    if (state === 'resuming') await resumed.promise
  }
  let holds = 0
  let isReleaseWanted = false
  const slot: Slot = {
    suspend: () => {
      if (state !== 'running') return
      setState('suspended')
      startQueued(pool)
    },
    wouldWaitTooLong: () => state === 'suspended' && isTooLong(pool, LIMITS[priority]),
    requeue: () => waitIn(pool.queue),
    resume: () => waitIn(pool.resuming),
    holdUntil: (work) => {
      holds += 1
      const end = () => {
        holds -= 1
        if (isReleaseWanted) slot.release()
      }
      work.then(end, end)
    },
    release: () => {
      isReleaseWanted = true
      if (state === 'released' || holds > 0) return
      if (state === 'queued') removeFrom(pool.queue, start)
      if (state === 'resuming') for (const list of [pool.queue, pool.resuming]) removeFrom(list, resumeNow)
      setState('released')
      resumed.resolve()
      startQueued(pool)
    },
  }
  if (pool.running < pool.concurrency) {
    setState('running')
    run(slot)
  } else pool.queue.push(start)
  return slot
}

function removeFrom<T>(list: T[], one: T): void {
  const at = list.indexOf(one)
  if (at >= 0) list.splice(at, 1)
}
