import { LRUCache } from 'lru-cache'

/** For how long nobody is asked again who did not answer. */
const AWAY_MS = 5000

type Copy<Answer> = { answer: Answer; at: Date; marked?: Promise<Answer> }

type Copying<Answer> = {
  maxBytes: number
  bytesOf: (answer: Answer) => number
  /** Says in an answer that it is of this moment, and not of now. */
  mark: (answer: Answer, at: Date) => Promise<Answer>
}

/**
 * The last true copies of what was kept, for the time in which the database does not answer. None is known to be false: a
 * change that is heard takes its copies away, and when changes are heard again after a gap they all go.
 */
export function createStaleCopies<Answer extends object>({ maxBytes, bytesOf, mark }: Copying<Answer>) {
  const marked = new Map<string, Answer>()
  const copies = new LRUCache<string, Copy<Answer>>({
    maxSize: maxBytes,
    // Itself, and with its mark.
    sizeCalculation: ({ answer }) => 2 * bytesOf(answer),
    dispose: (_copy, address) => void marked.delete(address),
  })
  let awayUntil = 0

  const isAway = () => awayUntil > 0 && awayUntil > performance.now()

  return {
    keep: (address: string, answer: Answer): void => void copies.set(address, { answer, at: new Date() }),

    /** The database did not answer somebody: for a moment nobody else need wait for it. */
    away: (): void => {
      awayUntil = performance.now() + AWAY_MS
    },

    isAway,
    has: (address: string): boolean => copies.has(address),

    /** At once, what somebody was given before in this time; `copyOf` makes it for the first. */
    find: (address: string): Answer | undefined => (isAway() ? marked.get(address) : undefined),

    async copyOf(address: string): Promise<Answer | undefined> {
      const copy = copies.get(address)
      if (!copy) return undefined
      copy.marked ??= mark(copy.answer, copy.at)
      const answer = await copy.marked
      if (copies.get(address) === copy) marked.set(address, answer)
      return answer
    },

    forget(isFalse: (answer: Answer) => boolean): void {
      for (const [address, { answer }] of copies.entries()) if (isFalse(answer)) copies.delete(address)
    },

    /** Changes are heard again. */
    back(): void {
      awayUntil = 0
      copies.clear()
    },
  }
}
