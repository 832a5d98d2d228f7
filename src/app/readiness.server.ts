import { log } from '#src/platform/log.server.ts'

/** Each says whether it is well; one that takes longer than this is not. */
const PATIENCE_MS = 500
const FRESH_MS = 1000

export type Checks = Record<string, () => boolean | Promise<boolean>>

export type Readiness = {
  isReady: () => Promise<boolean>
  /** From now on nobody is to send more: the process wants to go. */
  leave: () => void
}

/**
 * Whether requests are to be sent here. Asked at most once a second, however many look. What is wrong is said in the log
 * when it begins and when it is over, and to nobody else. Payments, mail and SMS are no part of it: they are the same
 * for every process, and a shop without them still shows its pages.
 */
export function createReadiness(checks: Checks): Readiness {
  let isLeaving = false
  let known: { at: number; wrong: string[] } | undefined
  let looking: Promise<string[]> | undefined

  async function look(): Promise<string[]> {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await isWell(check)) ? undefined : name)),
    )
    const wrong = found.filter((name) => name !== undefined)
    if (wrong.join() !== (known?.wrong.join() ?? ''))
      if (wrong.length > 0) log.warn('Not ready for requests', { checks: wrong })
      else log.info('Ready for requests')
    known = { at: performance.now(), wrong }
    looking = undefined
    return wrong
  }

  return {
    isReady: async () => {
      if (isLeaving) return false
      if (known && performance.now() - known.at < FRESH_MS) return known.wrong.length === 0
      looking ??= look()
      return (await looking).length === 0
    },
    leave: () => {
      isLeaving = true
    },
  }
}

async function isWell(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, PATIENCE_MS, false)
  try {
    return await Promise.race([check(), tooLate])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
