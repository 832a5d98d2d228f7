import { LRUCache } from 'lru-cache'
import { createDelayedEviction, hasTag, isStockTag, type Tagged } from './delayed-eviction.server.ts'

/** Limits how long a change without a notification stays unseen, such as a new day. */
const MAX_AGE_MS = 10 * 60_000
const TTL_RESOLUTION_MS = 1000
/** A sale of a plentiful product renders a page at most this often (decision 41). */
const STOCK_DELAY_MS = 2500

type TaggedCacheOptions<Value> = {
  maxSize: number
  sizeOf: (value: Value) => number
  maxAgeMs?: number
  /** How much longer `getEvenOutdated` returns an entry. */
  graceMs?: number
}

/** `since`: when its creation began, in the time of `performance`. */
type Entry<Value> = Tagged & { value: Value; since: number }

const ifYounger = <Aged extends { since: number }>(maxMs: number, entry?: Aged) =>
  entry && performance.now() - entry.since < maxMs ? entry : undefined

/** Caches values until a tag of their data changes, `stock:7` a little later. Without notifications it caches nothing. */
export function createTaggedCache<Value extends Tagged>({
  maxSize,
  sizeOf,
  maxAgeMs = MAX_AGE_MS,
  graceMs = 0,
}: TaggedCacheOptions<Value>) {
  const createStore = (maxSize: number) =>
    new LRUCache<string, Entry<Value>>({
      maxSize,
      sizeCalculation: ({ value }) => sizeOf(value),
      ttl: maxAgeMs + graceMs,
      ttlResolution: TTL_RESOLUTION_MS,
    })
  const cache = createStore(maxSize)
  const findFresh = (key: string) => ifYounger(maxAgeMs, cache.get(key))
  /** Evicted because a plentiful stock changed, and not created again. */
  const outdated = createStore(maxSize / 2)
  const retire = (key: string) => {
    const entry = cache.peek(key)
    if (entry) outdated.set(key, entry)
    cache.delete(key)
  }
  const delayed = createDelayedEviction(
    { entries: () => cache.entries(), peek: (key) => cache.peek(key), delete: retire },
    STOCK_DELAY_MS,
  )
  const inFlight = new Map<string, Promise<Value>>()
  const changes = new Set<Set<string>>()
  let consistent = false
  /** Counts lost and restored subscriptions: what began in another generation may have missed a change. */
  let generation = 0

  async function createAndCache(key: string, create: () => Promise<Value>): Promise<Value> {
    const invalidated = new Set<string>()
    changes.add(invalidated)
    try {
      const [startedIn, since] = [generation, performance.now()]
      const value = await create()
      const isCurrent = consistent && startedIn === generation && ![...invalidated].some((tag) => hasTag(value, tag))
      if (!value.tags || !isCurrent) return value
      const entry = { value, tags: value.tags, since }
      cache.set(key, entry)
      outdated.delete(key)
      delayed.added(key, entry)
      return value
    } finally {
      changes.delete(invalidated)
    }
  }

  return {
    get: (key: string): Value | undefined => findFresh(key)?.value,

    /** For a busy shop, which cannot create it: older by up to `graceMs`, or with an old number of a plentiful stock. */
    getEvenOutdated: (key: string): Value | undefined =>
      ifYounger(maxAgeMs + graceMs, cache.get(key) ?? outdated.get(key))?.value,

    async getOrCreate(key: string, create: () => Promise<Value>): Promise<Value> {
      const cached = findFresh(key)
      if (cached) return cached.value
      const pending = inFlight.get(key) ?? createAndCache(key, create)
      inFlight.set(key, pending)
      try {
        return await pending
      } finally {
        if (inFlight.get(key) === pending) inFlight.delete(key)
      }
    },

    invalidate(tag: string): void {
      if (isStockTag(tag)) return void delayed.stockChanged(tag)
      for (const invalidated of changes) invalidated.add(tag)
      // Calls from now on must not share what began before the change.
      inFlight.clear()
      for (const store of [cache, outdated])
        for (const [key, entry] of store.entries()) if (hasTag(entry, tag)) store.delete(key)
    },

    entries: (): [string, Value][] => [...cache.entries()].map(([key, { value }]) => [key, value]),
    isConsistent: () => consistent,

    setConsistent(is: boolean): void {
      consistent = is
      generation += 1
      inFlight.clear()
      cache.clear()
      outdated.clear()
    },
  }
}
