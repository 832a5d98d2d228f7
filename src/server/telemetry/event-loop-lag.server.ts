import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const WINDOW_MS = 1000

export type EventLoopLag = {
  /** 99th percentile of the last second, in milliseconds. */
  p99: () => number
  /** The lower of the last two seconds: ignores one long task. */
  sustained: () => number
  stop: () => void
}

export function watchEventLoopLag(windowMs = WINDOW_MS): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let [before, last] = [0, 0]
  const timer = setInterval(() => {
    before = last
    last = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS)
    delays.reset()
  }, windowMs).unref()
  return {
    p99: () => last,
    sustained: () => Math.min(before, last),
    stop: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
