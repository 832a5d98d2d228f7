import { LRUCache } from 'lru-cache'
import { newRequestId, runInRequestContext } from '#src/server/http/request-context.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

const PAUSE_FACTOR = 3
const MAX_PAUSE_MS = 2000
const MAX_ITEMS = 1000
const MAX_UNUSABLE = 10_000
const WANTED_WITHIN_MS = 5000

type Wanted<Item> = { item: Item; times: number; lastAt: number }

type BackgroundQueueOptions<Item> = {
  /** Resolves to whether the next request for the item can be answered. */
  run: (item: Item) => Promise<boolean>
  retryAfterMs: number
}

/** Prepares what an overloaded shop refused most often: one item at a time, in at most a quarter of the time. */
export function createBackgroundQueue<Item>({ run, retryAfterMs }: BackgroundQueueOptions<Item>) {
  const queue = new LRUCache<string, Wanted<Item>>({ max: MAX_ITEMS })
  const unusable = new LRUCache<string, true>({ max: MAX_UNUSABLE, ttl: retryAfterMs })
  let isBusy = false
  let current: string | undefined

  function takeMostWanted(): { key: string; item: Item } | undefined {
    const since = performance.now() - WANTED_WITHIN_MS
    const [first, ...others] = [...queue.entries()].filter(([, { lastAt }]) => lastAt > since)
    if (!first) {
      queue.clear()
      return undefined
    }
    const [key, { item }] = others.reduce((most, one) => (one[1].times >= most[1].times ? one : most), first)
    queue.delete(key)
    return { key, item }
  }

  async function runNext(): Promise<void> {
    const next = takeMostWanted()
    isBusy = next !== undefined
    if (!next) return
    current = next.key
    const startedAt = performance.now()
    let pauseMs = MAX_PAUSE_MS
    try {
      if (!(await run(next.item))) unusable.set(next.key, true)
      pauseMs = Math.min((performance.now() - startedAt) * PAUSE_FACTOR, MAX_PAUSE_MS)
    } catch (err) {
      log.warn('Something was not prepared in the background', { err })
    }
    current = undefined
    setTimeout(start, pauseMs).unref()
  }
  const start = () => runInRequestContext({ id: newRequestId(), route: 'background' }, runNext)

  return {
    add(key: string, item: Item): void {
      if (key === current || unusable.has(key)) return
      queue.set(key, { item, times: (queue.get(key)?.times ?? 0) + 1, lastAt: performance.now() })
      if (!isBusy) void start()
    },
    isUnusable: (key: string): boolean => unusable.has(key),
  }
}
