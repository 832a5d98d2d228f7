import type { Db } from '#src/db/database.server.ts'
import type { Tagged } from '#src/server/cache/delayed-eviction.server.ts'
import { createTaggedCache } from '#src/server/cache/tagged-cache.server.ts'
import { findSessionUser, type SessionUser } from './sessions.server.ts'

const MAX_SESSIONS = 10_000
/** As long as the accuracy of `lastSeenAt`, which only the database keeps. */
const MAX_AGE_MS = 60_000
const ACCOUNTS = 'accounts'

export type SessionCache = ReturnType<typeof createSessionCache>

/** Remembers who is signed in, for pages that show it. What an account may do, only the database says. */
export function createSessionCache(db: Db) {
  const cache = createTaggedCache<Tagged & { user: SessionUser | undefined }>({
    maxBytes: MAX_SESSIONS,
    bytesOf: () => 1,
    maxAgeMs: MAX_AGE_MS,
  })
  return {
    find: (token: string): SessionUser | undefined => cache.get(token)?.user,

    async load(token: string): Promise<SessionUser | undefined> {
      const { user } = await cache.getOrCreate(token, async () => {
        const user = await findSessionUser(db, token)
        return { user, tags: user && new Set([`${ACCOUNTS}:${user.id}`]) }
      })
      return user
    },

    invalidate(tag: string): void {
      if (tag.startsWith(ACCOUNTS)) cache.invalidate(tag)
    },

    setConsistent: cache.setConsistent,
  }
}
