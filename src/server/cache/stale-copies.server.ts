import { LRUCache } from 'lru-cache'

const RETRY_AFTER_MS = 5000

type Copy<Answer> = { answer: Answer; at: Date; marked?: Promise<Answer> }

type StaleCopyOptions<Answer> = {
  maxBytes: number
  bytesOf: (answer: Answer) => number
  mark: (answer: Answer, at: Date) => Promise<Answer>
}

/** Keeps the last consistent responses for an outage. A change evicts its copies, a gap in notifications all. */
export function createStaleCopies<Answer extends object>({ maxBytes, bytesOf, mark }: StaleCopyOptions<Answer>) {
  const marked = new Map<string, Answer>()
  const copies = new LRUCache<string, Copy<Answer>>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => 2 * bytesOf(answer),
    dispose: (_copy, address) => void marked.delete(address),
  })
  let unavailableUntil = 0

  const isUnavailable = () => unavailableUntil > 0 && unavailableUntil > performance.now()

  return {
    store: (address: string, answer: Answer): void => void copies.set(address, { answer, at: new Date() }),

    markUnavailable: (): void => {
      unavailableUntil = performance.now() + RETRY_AFTER_MS
    },

    isUnavailable,
    has: (address: string): boolean => copies.has(address),

    /** The marked copy if it exists already; `getStale` creates it. */
    find: (address: string): Answer | undefined => (isUnavailable() ? marked.get(address) : undefined),

    async getStale(address: string): Promise<Answer | undefined> {
      const copy = copies.get(address)
      if (!copy) return undefined
      copy.marked ??= mark(copy.answer, copy.at)
      const answer = await copy.marked
      if (copies.get(address) === copy) marked.set(address, answer)
      return answer
    },

    invalidate(isStale: (answer: Answer) => boolean): void {
      for (const [address, { answer }] of copies.entries()) if (isStale(answer)) copies.delete(address)
    },

    markAvailable(): void {
      unavailableUntil = 0
      copies.clear()
    },
  }
}
