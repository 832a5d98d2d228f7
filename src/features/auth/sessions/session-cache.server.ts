import { LRUCache } from 'lru-cache'
import type { Db } from '#src/db/database.server.ts'
import type { Tagged } from '#src/server/cache/delayed-eviction.server.ts'
import { createTaggedCache } from '#src/server/cache/tagged-cache.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { findSessionUser, type SessionUser } from './sessions.server.ts'

const MAX_SESSIONS = 10_000
/** A session found here does not update `lastSeenAt`, which is accurate to a minute. */
const MAX_AGE_MS = 60_000
const GRACE_MS = 10 * 60_000
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

  /** Tokens without a session, which they never get: an ended one, or an invented one. */
  const missing = new LRUCache<string, true>({ max: MAX_SESSIONS })
  let isLoadingOne = false
  async function loadInBackground(token: string): Promise<void> {
    if (isLoadingOne || missing.has(token)) return
    isLoadingOne = true
    try {
      if (!(await load(token))) missing.set(token, true)
    } catch (err) {
      log.debug('A session was not looked up', { err })
    } finally {
      isLoadingOne = false
    }
  }

  return {
    load,
    find: (token: string): SessionUser | undefined => cache.get(token)?.user,

    /** For an overloaded shop. Looks unknown sessions up for the next try, one at a time. */
    findEvenOutdated(token: string): SessionUser | undefined {
      const found = cache.getEvenOutdated(token)
      if (!found) void loadInBackground(token)
      return found?.user
    },
    isMissing: (token: string): boolean => missing.has(token),

    invalidate(tag: string): void {
      if (tag.startsWith(ACCOUNTS)) cache.invalidate(tag)
    },

    setConsistent: cache.setConsistent,
  }
}
