import { isDatabaseAway } from '#src/platform/database-away.server.ts'
import { log } from '#src/platform/log.server.ts'
import type { Today } from './admin.contract.ts'

type Tell = (today: Today) => void

export type TodayWatch = {
  /** Tells how things stand now, and from then on every change. Gives back how to stop. */
  listen: (tell: Tell) => () => void
}

const EVERY_MS = 3000

/**
 * One for a process, however many desks are open. It asks the database only while somebody listens, and tells only what
 * has changed. Changes that another process made are seen like our own, because it asks for what is true.
 */
export function createTodayWatch(look: () => Promise<Today>, everyMs = EVERY_MS): TodayWatch {
  const listeners = new Set<Tell>()
  let known: { today: Today; words: string } | undefined
  let timer: NodeJS.Timeout | undefined

  async function turn() {
    if (listeners.size === 0) {
      known = timer = undefined
      return
    }
    try {
      const today = await look()
      const words = JSON.stringify({ ...today, at: '' })
      const isNews = words !== known?.words
      known = { today, words }
      if (isNews) for (const tell of listeners) tell(today)
    } catch (error) {
      if (!isDatabaseAway(error)) log.error('The desk could not be looked over', { err: error })
    }
    timer = setTimeout(turn, everyMs).unref()
  }

  return {
    listen: (tell) => {
      listeners.add(tell)
      if (known) tell(known.today)
      timer ??= setTimeout(turn, 0)
      return () => {
        listeners.delete(tell)
      }
    },
  }
}
