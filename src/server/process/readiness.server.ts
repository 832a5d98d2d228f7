import { setTimeout } from 'node:timers/promises'
import { log } from '#src/server/telemetry/log.server.ts'

const TIMEOUT_MS = 500
const FIRST_TIMEOUT_MS = 2000
const FRESH_MS = 1000

export type ReadinessChecks = Record<string, () => boolean | Promise<boolean>>

export type Readiness = {
  isReady: () => Promise<boolean>
  results: () => Promise<Record<string, boolean>>
  startDraining: () => void
}

/** Runs the checks at most once a second. Not payments and mail: all processes share them, and pages need none. */
export function createReadiness(checks: ReadinessChecks, { freshMs = FRESH_MS } = {}): Readiness {
  let isDraining = false
  let last: { at: number; failed: string[]; late: string[] } | undefined
  let running: Promise<string[]> | undefined

  async function runChecks(): Promise<string[]> {
    const timeoutMs = last ? TIMEOUT_MS : FIRST_TIMEOUT_MS
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, state: await stateOf(check, timeoutMs) })),
    )
    const namesOf = (wanted: State) => found.filter(({ state }) => state === wanted).map(({ name }) => name)
    const late = namesOf('late')
    const failed = [...namesOf('failed'), ...late.filter((name) => !isExcused(name))]
    if (failed.join() !== (last?.failed.join() ?? ''))
      if (failed.length > 0) log.warn('Not ready for requests', { checks: failed })
      else log.info('Ready for requests')
    last = { at: performance.now(), failed, late }
    running = undefined
    return failed
  }

  /** A check that passed last time may be late once. */
  const isExcused = (name: string) => last !== undefined && !last.failed.includes(name) && !last.late.includes(name)

  const failedNow = async () => {
    if (last && performance.now() - last.at < freshMs) return last.failed
    running ??= runChecks()
    return running
  }

  return {
    isReady: async () => !isDraining && (await failedNow()).length === 0,
    results: async () => {
      const failed = new Set(await failedNow())
      return Object.fromEntries(Object.keys(checks).map((name) => [name, !failed.has(name)]))
    },
    startDraining: () => {
      isDraining = true
    },
  }
}

type State = 'ok' | 'failed' | 'late'

async function stateOf(check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<State> {
  try {
    const found = await Promise.race([check(), setTimeout(timeoutMs, 'late' as const, { ref: false })])
    if (found === 'late') return 'late'
    return found ? 'ok' : 'failed'
  } catch {
    return 'failed'
  }
}
