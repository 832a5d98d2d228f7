import { log } from '#src/server/telemetry/log.server.ts'

/** Each says whether it is well; one that takes longer than this is late. */
const TIMEOUT_MS = 500
const FRESH_MS = 1000

export type ReadinessChecks = Record<string, () => boolean | Promise<boolean>>

export type Readiness = {
  isReady: () => Promise<boolean>
  /** From now on nobody is to send more: the process wants to go. */
  startDraining: () => void
}

/**
 * Whether requests are to be sent here. Asked at most once a second, however many look. What is wrong is said in the log
 * when it begins and when it is over, and to nobody else. Payments, mail and SMS are no part of it: they are the same
 * for every process, and a shop without them still shows its pages.
 */
export function createReadiness(checks: ReadinessChecks, { freshMs = FRESH_MS } = {}): Readiness {
  let isLeaving = false
  let known: { at: number; wrong: string[]; late: string[] } | undefined
  let looking: Promise<string[]> | undefined

  async function look(): Promise<string[]> {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, state: await stateOf(check) })),
    )
    const namesOf = (wanted: State) => found.filter(({ state }) => state === wanted).map(({ name }) => name)
    const late = namesOf('late')
    const wrong = [...namesOf('wrong'), ...late.filter((name) => !isForgiven(name))]
    if (wrong.join() !== (known?.wrong.join() ?? ''))
      if (wrong.length > 0) log.warn('Not ready for requests', { checks: wrong })
      else log.info('Ready for requests')
    known = { at: performance.now(), wrong, late }
    looking = undefined
    return wrong
  }

  /** What was well when somebody looked last, and is late now, may have had one long thing to do. */
  const isForgiven = (name: string) => known !== undefined && !known.wrong.includes(name) && !known.late.includes(name)

  return {
    isReady: async () => {
      if (isLeaving) return false
      if (known && performance.now() - known.at < freshMs) return known.wrong.length === 0
      looking ??= look()
      return (await looking).length === 0
    },
    startDraining: () => {
      isLeaving = true
    },
  }
}

type State = 'well' | 'wrong' | 'late'

async function stateOf(check: () => boolean | Promise<boolean>): Promise<State> {
  const { promise: tooLate, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, TIMEOUT_MS, 'late')
  try {
    const found = await Promise.race([check(), tooLate])
    if (found === 'late') return 'late'
    return found ? 'well' : 'wrong'
  } catch {
    return 'wrong'
  } finally {
    clearTimeout(timer)
  }
}
