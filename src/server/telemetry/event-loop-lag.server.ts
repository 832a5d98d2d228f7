import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const WINDOW_MS = 1000
/** Sampling wakes the process 50 times a second, so it ends this many windows after the last reading. */
const UNREAD_WINDOWS = 10

export type EventLoopLag = {
  /** 99th percentile of the last second, in milliseconds. Reading it starts the sampling; until then one timer measures. */
  p99: () => number
  /** The same without starting the sampling: metrics are read all day, also in an idle shop. */
  latest: () => number
  /** The lower of the last two seconds: ignores one long task. */
  sustained: () => number
  stop: () => void
}

export function watchEventLoopLag(windowMs = WINDOW_MS): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let [before, last, unread] = [0, 0, UNREAD_WINDOWS]
  let endsAt = performance.now() + windowMs
  const timer = setInterval(() => {
    const now = performance.now()
    before = last
    const sampled = unread < UNREAD_WINDOWS ? delays.percentile(99) / 1e6 - RESOLUTION_MS : 0
    last = Math.max(0, now - endsAt, sampled)
    endsAt = now + windowMs
    unread += 1
    if (unread >= UNREAD_WINDOWS) delays.disable()
    delays.reset()
  }, windowMs).unref()
  return {
    p99: () => {
      unread = 0
      delays.enable()
      return last
    },
    latest: () => last,
    sustained: () => Math.min(before, last),
    stop: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
