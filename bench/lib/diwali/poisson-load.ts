import { setTimeout as sleep } from 'node:timers/promises'

/** Open requests of the generator, so that its connections stay below those that a shop accepts. */
const MOST_OPEN = 1500
/** An arrival that the generator could not send in time would only be sent with those that come after it. */
const TOO_LATE_MS = 1000

type PoissonLoad = { perSecond: number; seconds: number; random: () => number; act: () => Promise<unknown> }

/** Arrivals of a Poisson process, whatever the answers. Those that cannot be sent are refused by the generator. */
export async function runPoissonLoad({ perSecond, seconds, random, act }: PoissonLoad) {
  const began = performance.now()
  const counts = { arrivals: 0, refusedByGenerator: 0, openMost: 0 }
  let open = 0
  const acts = new Set<Promise<unknown>>()
  for (let planned = 0; ; ) {
    planned += (-Math.log(1 - random()) / perSecond) * 1000
    if (planned > seconds * 1000) break
    const late = performance.now() - began - planned
    if (late < -1) await sleep(-late)
    counts.arrivals += 1
    // Answers are read between two arrivals.
    if (counts.arrivals % 20 === 0) await sleep(0)
    if (open >= MOST_OPEN || late > TOO_LATE_MS) counts.refusedByGenerator += 1
    else {
      open += 1
      counts.openMost = Math.max(counts.openMost, open)
      const running = act().finally(() => {
        open -= 1
        acts.delete(running)
      })
      acts.add(running)
    }
  }
  await Promise.all(acts)
  return counts
}
