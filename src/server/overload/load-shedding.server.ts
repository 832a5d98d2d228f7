/** Who is let go on longest when there is too much to do: the first is turned away first. */
export const PRIORITIES = ['looking', 'desk', 'buying', 'money'] as const
export type Priority = (typeof PRIORITIES)[number]

/**
 * From so many requests that wait for their answer on, and from such a lag of the loop on, a rank is turned away, and
 * whoever would probably wait longer than `promisedMs`. News of money are taken even when they have to wait: not every
 * bank brings them again. Nobody is answered who has waited for `patienceMs` all the same: by then they have gone, or
 * asked again.
 */
const LIMITS = {
  looking: { waiting: 100, lagMs: 250, promisedMs: 300, timeoutMs: 4000 },
  desk: { waiting: 130, lagMs: 400, promisedMs: 500, timeoutMs: 5000 },
  buying: { waiting: 300, lagMs: 800, promisedMs: 1200, timeoutMs: 10_000 },
  money: { waiting: 1000, lagMs: 5000, promisedMs: Number.POSITIVE_INFINITY, timeoutMs: 10_000 },
} as const satisfies Record<Priority, Limit>

type Limit = { waiting: number; lagMs: number; promisedMs: number; timeoutMs: number }

/** A loop that is late with hardly anybody waiting is no overload: it had one long thing to do. */
const BUSY_FROM = 10
/**
 * So many are made at once. More would only slow each other down: they share one loop and the ten connections of the pool.
 * More writes than reads, because an order matters more than a look; writes, which hold a connection while they wait for
 * each other's rows, leave some to whoever reads.
 */
const AT_ONCE = { reads: 3, writes: 7, money: 4 }

type State = 'in the queue' | 'at work' | 'elsewhere' | 'coming back' | 'over'

export type Slot = {
  /** It waits for something that costs this process nothing: the rest of a body, a bank. Others are served meanwhile. */
  suspend: () => void
  /** When it has a place again; at once if it has one, or if nobody waits for it any more. May be asked several times. */
  resume: () => Promise<void>
  /** Keeps its place until this ends, whenever it is told to leave: who asked has an answer, and the work goes on. */
  holdUntil: (work: Promise<unknown>) => void
  /** Its answer begins, or nobody waits for it any more. May be said twice. */
  release: () => void
}

type Visit = {
  rank: Priority
  isRead: boolean
  /** Whether all of its body is there: nobody waits for one that is still on its way. */
  isWhole: () => boolean
  work: (turn: Slot) => void
  /** Instead of `work`, when its turn comes after its patience. */
  tooLate: () => void
}

export type AdmissionController = ReturnType<typeof createAdmissionController>

/** Lets requests in: so many at once, the others in the order in which they came, and nobody who would wait too long. */
export function createAdmissionController({
  lagMs,
  atOnce = AT_ONCE,
}: {
  lagMs: () => number
  atOnce?: typeof AT_ONCE
}) {
  const lanes = {
    reads: createLane(atOnce.reads),
    writes: createLane(atOnce.writes),
    money: createLane(atOnce.money),
  }
  const sumOf = (count: (lane: Lane) => number) => Object.values(lanes).reduce((sum, lane) => sum + count(lane), 0)
  /** Those who come back are none: a bank that answers all at once makes nobody wait who is in another lane. */
  const crowd = () => sumOf((lane) => lane.queue.length + lane.atWork)
  return {
    waiting: () => crowd() + sumOf((lane) => lane.returning.length),
    /** Runs a request in its turn. False when it is turned away. */
    admit(visit: Visit): false | Slot {
      const { rank, isRead } = visit
      const lane = lanes[rank === 'money' ? 'money' : isRead ? 'reads' : 'writes']
      const limit = LIMITS[rank]
      if (crowd() >= limit.waiting) return false
      if (lagMs() > limit.lagMs && crowd() > BUSY_FROM) return false
      if (expectedMs(lane) > limit.promisedMs) return false
      return enterLane(lane, visit)
    },
  }
}

/** Those who wait for each other, and for nobody in another lane. */
type Lane = {
  readonly atOnce: number
  atWork: number
  queue: (() => void)[]
  /** Who was let in once goes on before all others: half of it is done. */
  returning: (() => void)[]
  pace: ReturnType<typeof createPace>
}

const createLane = (atOnce: number): Lane => ({ atOnce, atWork: 0, queue: [], returning: [], pace: createPace() })

const inLine = ({ queue, returning }: Lane) => queue.length + returning.length

const expectedMs = (lane: Lane) => inLine(lane) * lane.pace.ms()

/** How long it lately took from one that was over to the next while others waited. */
function createPace() {
  let paceMs = 0
  let lastOver: number | undefined
  const paceBy = (now: number) => (lastOver === undefined ? paceMs : paceMs + (now - lastOver - paceMs) / 8)
  return {
    /** The pace if another one were over now: who waits already for longer than usual counts, too. */
    ms: () => Math.max(paceMs, paceBy(performance.now())),
    noteOver(): void {
      const now = performance.now()
      paceMs = paceBy(now)
      lastOver = now
    },
    /** The time in which nobody waits says nothing about the pace. */
    rest(): void {
      lastOver = undefined
    },
  }
}

function admit(lane: Lane): void {
  while (lane.atWork < lane.atOnce && inLine(lane) > 0) (lane.returning.shift() ?? lane.queue.shift())?.()
  if (inLine(lane) === 0) lane.pace.rest()
}

function enterLane(lane: Lane, { rank, isWhole, work, tooLate }: Visit): Slot {
  let state: State = 'in the queue'
  const since = performance.now()
  const becomes = (next: State) => {
    lane.atWork += Number(next === 'at work') - Number(state === 'at work')
    if (next === 'over' && state === 'at work' && inLine(lane) > 0) lane.pace.noteOver()
    state = next
  }
  const start = () => {
    const isTooLate = performance.now() - since > LIMITS[rank].timeoutMs
    becomes(isTooLate ? 'over' : isWhole() ? 'at work' : 'elsewhere')
    if (isTooLate) tooLate()
    else work(turn)
  }
  let back = Promise.withResolvers<void>()
  const goOn = () => {
    becomes('at work')
    back.resolve()
  }
  let stays = 0
  let wantsToLeave = false
  const turn: Slot = {
    suspend: () => {
      if (state !== 'at work') return
      becomes('elsewhere')
      admit(lane)
    },
    resume: async () => {
      if (state === 'elsewhere') {
        back = Promise.withResolvers()
        becomes('coming back')
        lane.returning.push(goOn)
        admit(lane)
      }
      if (state === 'coming back') await back.promise
    },
    holdUntil: (work) => {
      stays += 1
      const end = () => {
        stays -= 1
        if (wantsToLeave) turn.release()
      }
      work.then(end, end)
    },
    release: () => {
      wantsToLeave = true
      if (state === 'over' || stays > 0) return
      if (state === 'in the queue') takeOut(lane.queue, start)
      if (state === 'coming back') takeOut(lane.returning, goOn)
      becomes('over')
      back.resolve()
      admit(lane)
    },
  }
  if (lane.atWork < lane.atOnce) {
    // Its body is in the packet that is being read just now, as a rule. If not, that is said at once.
    becomes('at work')
    work(turn)
  } else lane.queue.push(start)
  return turn
}

function takeOut<T>(list: T[], one: T): void {
  list.splice(list.indexOf(one), 1)
}
