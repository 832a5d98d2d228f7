import { LRUCache } from 'lru-cache'
import { newRequestId, runInRequestContext } from '#src/server/http/request-context.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

const PAUSE_FACTOR = 3
const MAX_PAUSE_MS = 2000
/** More than are refused within two seconds, after which the client comes again. */
const MAX_ITEMS = 4000
const MAX_UNUSABLE = 10_000
const WANTED_WITHIN_MS = 5000

type Wanted<Item> = { key: string; item: Item; times: number; lastAt: number }

type BackgroundQueueOptions<Item> = {
  /** Resolves to the milliseconds until another try makes sense; 0 if the next request can be answered. */
  run: (item: Item) => Promise<number>
}

/** Prepares what an overloaded shop refused most often: one item at a time, pausing between them. */
export function createBackgroundQueue<Item>({ run }: BackgroundQueueOptions<Item>) {
  const queue = new LRUCache<string, Wanted<Item>>({ max: MAX_ITEMS })
  const unusable = new LRUCache<string, true>({ max: MAX_UNUSABLE })
  let isBusy = false
  let current: string | undefined

  function takeMostWanted(): Wanted<Item> | undefined {
    const since = performance.now() - WANTED_WITHIN_MS
    let most: Wanted<Item> | undefined
    for (const one of queue.values()) if (one.lastAt > since && one.times >= (most?.times ?? 0)) most = one
    if (most) queue.delete(most.key)
    else queue.clear()
    return most
  }

  async function runNext(): Promise<void> {
    const next = takeMostWanted()
    isBusy = next !== undefined
    if (!next) return
    current = next.key
    const startedAt = performance.now()
    let pauseMs = MAX_PAUSE_MS
    try {
      const retryAfterMs = await run(next.item)
      if (retryAfterMs > 0) unusable.set(next.key, true, { ttl: retryAfterMs })
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
      queue.set(key, { key, item, times: (queue.get(key)?.times ?? 0) + 1, lastAt: performance.now() })
      if (!isBusy) void start()
    },
    isUnusable: (key: string): boolean => unusable.has(key),
  }
}
