/** Who is let go on longest when there is too much to do: the first is turned away first. */
export const RANKS = ['looking', 'desk', 'buying', 'money'] as const
export type Rank = (typeof RANKS)[number]

/** From so many requests that wait for their answer on, and from such a lag of the loop on, a rank is turned away. */
const LIMITS = {
  looking: { waiting: 100, lagMs: 250 },
  desk: { waiting: 130, lagMs: 400 },
  buying: { waiting: 300, lagMs: 800 },
  money: { waiting: 1000, lagMs: 5000 },
} as const satisfies Record<Rank, { waiting: number; lagMs: number }>

/** A loop that is late with hardly anybody waiting is no overload: it had one long thing to do. */
const BUSY_FROM = 10
/** So many are made at once. More would only slow each other down, and whoever comes with money. */
const AT_ONCE = 8
/** Whoever would wait longer than this is told at once to come again, but for those who pay. */
const PATIENCE_MS = 1000

type Waiting = { rank: number; start: () => void }

export type Turnstile = ReturnType<typeof createTurnstile>

/**
 * Lets requests in. Reads stand in a queue, those of a higher rank in front; writes pass by it, because they are few, and
 * count only while all of their body is there: nobody is to wait for what is on its way. Both are turned away when there
 * is too much to do.
 */
export function createTurnstile({ lagMs }: { lagMs: () => number }) {
  const queue: Waiting[] = []
  let atWork = 0
  let passing = 0
  /** How long it lately took from one finished read to the next while others waited. */
  let paceMs = 0
  let lastLeft: number | undefined

  const waiting = () => queue.length + atWork + passing
  const mayCome = (rank: Rank, isRead: boolean) => {
    const limit = LIMITS[rank]
    if (waiting() >= limit.waiting) return false
    if (lagMs() > limit.lagMs && waiting() > BUSY_FROM) return false
    return !isRead || rank === 'money' || aheadOf(RANKS.indexOf(rank)) * paceMs < PATIENCE_MS
  }
  const aheadOf = (rank: number) => queue.filter((one) => one.rank >= rank).length

  function admitNext(): void {
    const best = queue.reduce((found, { rank }, at) => (rank > (queue[found]?.rank ?? -1) ? at : found), 0)
    const [next] = queue.splice(best, 1)
    next?.start()
  }

  /** One read is made: gives back how to say so, which may be said twice. */
  function begin(): () => void {
    atWork += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      atWork -= 1
      const now = queue.length > 0 ? performance.now() : undefined
      if (now !== undefined && lastLeft !== undefined) paceMs += (now - lastLeft - paceMs) / 8
      lastLeft = now
      admitNext()
    }
  }

  return {
    waiting,
    /** Runs a read in its turn. False when it is turned away. `work` is given how to say that it is made. */
    read(rank: Rank, work: (made: () => void) => void): false | { leave: () => void } {
      if (!mayCome(rank, true)) return false
      if (atWork < AT_ONCE) {
        const made = begin()
        work(made)
        return { leave: made }
      }
      let made: (() => void) | undefined
      const turn: Waiting = {
        rank: RANKS.indexOf(rank),
        start: () => {
          made = begin()
          work(made)
        },
      }
      queue.push(turn)
      return {
        leave: () => {
          const at = queue.indexOf(turn)
          if (at >= 0) queue.splice(at, 1)
          made?.()
        },
      }
    },
    /** Lets a write pass. False when it is turned away; else how to say whether all of it is there, and that it is over. */
    write(rank: Rank): false | { waits: (is: boolean) => void; leave: () => void } {
      if (!mayCome(rank, false)) return false
      passing += 1
      let counts: boolean | 'over' = true
      const becomes = (is: boolean | 'over') => {
        if (counts === 'over') return
        passing += Number(is === true) - Number(counts)
        counts = is
      }
      return { waits: becomes, leave: () => becomes('over') }
    },
  }
}
