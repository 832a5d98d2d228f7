import { isDatabaseUnavailable } from '#src/db/database.server.ts'
import type { TodoSummary } from '#src/features/admin/admin.contract.ts'
import { log } from '#src/server/telemetry/log.server.ts'

type Tell = (today: TodoSummary) => void

export type TodoPoller = {
  listen: (tell: Tell) => () => void
}

const EVERY_MS = 3000

/** Polls only while there are subscribers and publishes only changes, also those of other processes. */
export function createTodoPoller(look: () => Promise<TodoSummary>, everyMs = EVERY_MS): TodoPoller {
  const listeners = new Set<Tell>()
  let known: { today: TodoSummary; words: string } | undefined
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
      if (!isDatabaseUnavailable(error)) log.error('The to-do summary could not be read', { err: error })
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
