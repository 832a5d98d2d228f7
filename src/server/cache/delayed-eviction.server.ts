/** `tags` name the data that a response shows; without them it must not be cached. */
export type Tagged = { tags: ReadonlySet<string> | undefined }
/** `since`: when its rendering began, in the time of `performance`. */
type Dated = Tagged & { since: number }
type Store<Entry> = {
  entries: () => Iterable<[string, Entry]>
  peek: (address: string) => Entry | undefined
  delete: (address: string) => unknown
}

/** Longer than any rendering. */
const REMEMBERED_MS = 60_000
const STOCK = /^stock:/

/** Whether a change concerns only the number of a plentiful stock. */
export const isStockTag = (tag: string) => STOCK.test(tag)

/** `products:7` invalidates the tags `products:7` and `products`. */
export function hasTag({ tags }: Tagged, changed: string): boolean {
  return tags !== undefined && (tags.has(changed) || tags.has(changed.split(':', 1)[0] ?? ''))
}

/** Evicts responses that show a changed stock once they are `delayMs` old. */
export function createDelayedEviction<Entry extends Dated>(store: Store<Entry>, delayMs: number) {
  const scheduled = new WeakSet<Entry>()
  const latest = new Map<string, number>()

  function schedule(address: string, entry: Entry): void {
    const left = entry.since + delayMs - performance.now()
    const evict = () => store.peek(address) === entry && store.delete(address)
    if (left <= 0) evict()
    else if (!scheduled.has(entry)) setTimeout(evict, left).unref()
    scheduled.add(entry)
  }

  function remember(productTag: string): void {
    const now = performance.now()
    for (const [tag, at] of latest) {
      if (at > now - REMEMBERED_MS) break
      latest.delete(tag)
    }
    // Deleted first, so that the newest comes last.
    latest.delete(productTag)
    latest.set(productTag, now)
  }

  return {
    stockChanged(stockTag: string): void {
      const productTag = stockTag.replace(STOCK, 'products:')
      remember(productTag)
      for (const [address, entry] of store.entries()) if (hasTag(entry, productTag)) schedule(address, entry)
    },
    /** A new response may be built from cached ones that are outdated. */
    added(address: string, entry: Entry): void {
      const isLate = [...latest].some(([tag, at]) => at >= entry.since - delayMs && hasTag(entry, tag))
      if (isLate) schedule(address, entry)
    },
  }
}
