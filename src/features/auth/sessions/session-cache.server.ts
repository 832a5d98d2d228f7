import type { Db } from '#src/db/database.server.ts'
import type { Tagged } from '#src/server/cache/delayed-eviction.server.ts'
import { createTaggedCache } from '#src/server/cache/tagged-cache.server.ts'
import { createBackgroundQueue } from '#src/server/overload/background-queue.server.ts'
import { findSessionUser, type SessionUser } from './sessions.server.ts'

const MAX_SESSIONS = 10_000
/** A session found here does not update `lastSeenAt`, which is accurate to a minute. */
const MAX_AGE_MS = 60_000
const GRACE_MS = 10 * 60_000
const RETRY_AFTER_MS = 60_000
const ACCOUNTS = 'accounts'

export type SessionCache = ReturnType<typeof createSessionCache>

/** Caches who is signed in, for pages that show it. Permissions are always read from the database. */
export function createSessionCache(db: Db) {
  const cache = createTaggedCache<Tagged & { user: SessionUser | undefined }>({
    maxSize: MAX_SESSIONS,
    sizeOf: () => 1,
    maxAgeMs: MAX_AGE_MS,
    graceMs: GRACE_MS,
  })
  async function load(token: string): Promise<SessionUser | undefined> {
    const { user } = await cache.getOrCreate(token, async () => {
      const user = await findSessionUser(db, token)
      return { user, tags: user && new Set([`${ACCOUNTS}:${user.id}`]) }
    })
    return user
  }

  const lookups = createBackgroundQueue<string>({
    run: async (token) => ((await load(token)) ? 0 : RETRY_AFTER_MS),
  })

  return {
    load,
    find: (token: string): SessionUser | undefined => cache.get(token)?.user,

    findEvenOutdated: (token: string): SessionUser | undefined => cache.getEvenOutdated(token)?.user,

    loadInBackground: (token: string): void => lookups.add(token, token),
    hasNoSession: (token: string): boolean => lookups.isUnusable(token),

    invalidate(tag: string): void {
      if (tag.startsWith(ACCOUNTS)) cache.invalidate(tag)
    },

    setConsistent: cache.setConsistent,
  }
}
