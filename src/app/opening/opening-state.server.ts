import type { Db } from '#src/db/database.server.ts'
import { findOpenedAt } from '#src/features/settings/opening/opening.server.ts'
import type { ChangeListener } from '#src/server/cache/cache-invalidation.server.ts'

/** Notification that the database sends when the shop is opened (migration `opening`). */
const OPENING = 'opening'
/** How long "closed" is cached: notifications may be lost. */
const CACHE_MS = 1000

export type OpeningState = ChangeListener & {
  isOpen: () => Promise<boolean>
  /** Without a query: false may be out of date. */
  isKnownOpen: () => boolean
}

/** Tracks whether the shop is open, which is final. While closed, a notification or a query per second finds out. */
export function createOpeningState(db: Db, mode: 'demo' | 'live'): OpeningState {
  let isOpen = mode === 'demo'
  let pending: { at: number; answer: Promise<void> } | undefined
  const query = async () => {
    isOpen ||= (await findOpenedAt(db)) !== null
  }
  return {
    isKnownOpen: () => isOpen,
    async isOpen() {
      if (isOpen) return true
      if (!pending || performance.now() - pending.at > CACHE_MS) pending = { at: performance.now(), answer: query() }
      const current = pending
      await current.answer.catch((error) => {
        if (pending === current) pending = undefined
        throw error
      })
      return isOpen
    },
    invalidate(tag) {
      if (tag === OPENING) pending = undefined
    },
    setConsistent() {
      pending = undefined
    },
  }
}
