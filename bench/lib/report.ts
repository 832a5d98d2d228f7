import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

/** Options of the command line (--name value), by their defaults. */
export function readOptions<T extends Record<string, string>>(defaults: T): T {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
  return { ...defaults, ...parseArgs({ options }).values }
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)

export const round = (value: number, digits = 0) => Number(value.toFixed(digits))

/** Other load on the machine, reported with every result. */
export const describeMachine = () =>
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`

/** Seeded random numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
