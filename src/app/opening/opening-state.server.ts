import type { Db } from '#src/db/database.server.ts'
import { findOpenedAt } from '#src/features/settings/opening/opening.server.ts'
import type { ChangeListener } from '#src/server/cache/cache-invalidation.server.ts'

/** What the database tells of when the shop is opened (migration `opening`). */
const OPENING = 'opening'
/** How long a closed shop is believed to be closed without news: a line that carries none may have broken. */
const BELIEVED_MS = 1000

export type OpeningState = ChangeListener & {
  /** Whether shoppers are let in now. */
  isOpen: () => Promise<boolean>
  /** The same without asking: false may mean that this process has not heard of it yet. */
  isKnownOpen: () => boolean
}

/**
 * Whether this shop is open, as every process knows it. A shop never closes again, so once it is known to be open nobody
 * asks any more. While it is closed the news of the opening count at once, and every second the database is asked.
 */
export function createOpeningState(db: Db, mode: 'demo' | 'live'): OpeningState {
  let isOpen = mode === 'demo'
  let asked: { at: number; answer: Promise<void> } | undefined
  const ask = async () => {
    isOpen ||= (await findOpenedAt(db)) !== null
  }
  return {
    isKnownOpen: () => isOpen,
    async isOpen() {
      if (isOpen) return true
      if (!asked || performance.now() - asked.at > BELIEVED_MS) asked = { at: performance.now(), answer: ask() }
      const current = asked
      await current.answer.catch((error) => {
        if (asked === current) asked = undefined
        throw error
      })
      return isOpen
    },
    invalidate(what) {
      if (what === OPENING) asked = undefined
    },
    setConsistent() {
      asked = undefined
    },
  }
}
