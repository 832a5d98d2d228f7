import { remindOfQuotes } from '#src/features/custom-orders/promise-clock.server.ts'
import { type Deliver, deliverDueMessages } from '#src/features/notifications/notifications.server.ts'
import { beginOwedRefunds } from '#src/features/payments/automatic-refunds.server.ts'
import { lookUpEvents } from '#src/features/payments/event-lookups.server.ts'
import { tellOfHeldStock } from '#src/features/payments/hold-alarm.server.ts'
import { tellWaitingMoney } from '#src/features/payments/money-alerts.server.ts'
import type { Till } from '#src/features/payments/payments.server.ts'
import {
  askDueQuestions,
  cancelForgottenOrders,
  closeOverduePayments,
} from '#src/features/payments/questions.server.ts'
import { executeRefunds } from '#src/features/payments/refund-executor.server.ts'
import { addUpRevenue } from '#src/features/payments/revenue.server.ts'
import type { Database, Db } from '#src/platform/database.server.ts'
import { isDatabaseAway } from '#src/platform/database-away.server.ts'
import { log } from '#src/platform/log.server.ts'
import type { Shelf } from '#src/platform/shelf.server.ts'
import { keepRetention } from './retention.server.ts'
import { checkItself } from './self-check.server.ts'
import { clearUnusedPictures } from './unused-pictures.server.ts'

type Duty = { name: string; everyMs: number; firstMs?: number; work: () => Promise<unknown> }

export type Clock = {
  /** Whether it goes: its quickest duties have lately come to an end, well or not. */
  isAlive: () => boolean
  stop: () => Promise<void>
}

/** Longer than all patience of one turn: a message to a mail server that does not answer, a bank that is slow. */
const ALIVE_MS = 60_000

/**
 * The work that nobody asks for. Every process has a clock; what is due is in the database and is claimed there by row,
 * so several clocks share the work and one that dies loses nothing. Without room on the disk it only waits.
 */
export function startClock({
  database,
  till,
  deliver,
  makerEmail,
  publicUrl,
  shelf,
  mayWrite,
}: {
  database: Database
  till: Till
  deliver: Deliver
  makerEmail: string
  publicUrl: string
  /** Where uploaded pictures lie. */
  shelf: Shelf
  mayWrite: () => boolean
}): Clock {
  const { db } = database
  const stopping = new AbortController()
  const duties: Duty[] = [
    { name: 'messages', everyMs: 1000, work: () => deliverDueMessages(db, deliver, till.now()) },
    // Each by itself: a provider that does not answer must not keep windows open, and refunds wait for nobody's question.
    { name: 'questions', everyMs: 2000, work: () => askDueQuestions(till) },
    { name: 'windows', everyMs: 2000, work: () => closeOverduePayments(till) },
    { name: 'events', everyMs: 2000, work: () => lookUpEvents(till) },
    { name: 'codes', everyMs: 2000, work: async () => till.provider.closeEnded?.(till.now()) },
    {
      name: 'refunds',
      everyMs: 2000,
      work: async () => {
        await beginOwedRefunds(till)
        await executeRefunds(till)
      },
    },
    { name: 'waiting money', everyMs: 20_000, work: () => tellWaitingMoney(db, till.now()) },
    { name: 'held stock', everyMs: 20_000, work: () => tellOfHeldStock(db, till.now()) },
    { name: 'quotations', everyMs: 20_000, work: () => remindOfQuotes(db, { makerEmail, now: till.now() }) },
    { name: 'forgotten orders', everyMs: 600_000, work: () => cancelForgottenOrders(till) },
    { name: 'pictures', everyMs: 3_600_000, work: () => clearUnusedPictures(db, { shelf, now: till.now() }) },
    { name: 'tidying', everyMs: 600_000, work: () => tidy(db, { now: till.now(), publicUrl }) },
    {
      name: 'self-check',
      everyMs: 3_600_000,
      // Not at once: who starts a shop waits for other things.
      firstMs: 300_000,
      work: () => checkItself(database, { makerEmail, now: till.now(), signal: stopping.signal }),
    },
  ]
  // PostgreSQL cleans up behind itself; the embedded engine has no autovacuum.
  if (database.kind === 'embedded')
    duties.push({ name: 'vacuum', everyMs: 3_600_000, work: () => database.pool.query('vacuum (analyze)') })
  const turned = new Map(duties.filter(({ everyMs }) => everyMs < ALIVE_MS / 10).map(({ name }) => [name, Date.now()]))
  const stops = duties.map((duty) =>
    perform({ ...duty, work: async () => mayWrite() && duty.work() }, stopping.signal, () => {
      if (turned.has(duty.name)) turned.set(duty.name, Date.now())
    }),
  )
  return {
    isAlive: () => [...turned.values()].every((at) => Date.now() - at < ALIVE_MS),
    stop: async () => {
      const ends = stops.map((stop) => stop())
      stopping.abort()
      await Promise.all(ends)
    },
  }
}

async function tidy(db: Db, turn: { now: Date; publicUrl: string }): Promise<void> {
  await keepRetention(db, turn)
  await addUpRevenue(db)
}

/** Runs a duty again and again, never twice at once. A duty that fails is logged and comes again: its work is still due. */
function perform(
  { name, everyMs, firstMs = 1000, work }: Duty,
  stopping: AbortSignal,
  turned: () => void,
): () => Promise<void> {
  let stopped = false
  let running = Promise.resolve()
  const turn = () => {
    running = work()
      .catch((error) => {
        // What the stop itself breaks off is nobody's trouble; whatever else fails meanwhile is.
        if (stopping.aborted && error === stopping.reason) return
        if (isDatabaseAway(error)) log.warn('A duty of the clock waits for the database', { duty: name })
        else log.error('A duty of the clock failed', { duty: name, err: error })
      })
      .then(() => {
        turned()
        if (!stopped) timer = setTimeout(turn, everyMs)
      })
  }
  let timer = setTimeout(turn, Math.min(everyMs, firstMs))
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
