import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const WINDOW_MS = 1000

export type EventLoopLag = {
  /** How late the loop was in the last second, in milliseconds: all but its worst hundredth. */
  p99: () => number
  /** The lesser of the last two seconds: one long step is no lasting trouble. */
  sustained: () => number
  stop: () => void
}

/** Watches how late the process comes to its work. Its own cost is a timer fifty times a second. */
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
