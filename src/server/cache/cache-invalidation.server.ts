import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, directConnectionOptions } from '#src/db/database.server.ts'

/** The channel on which the triggers of migrations 0003 and 0026 say what has changed in what visitors see. */
const CHANNEL = 'shop_changes'
const HEARTBEAT_MS = 2000
const LONGEST_PAUSE_MS = 5000

export type ChangeListener = {
  /** One commit changed this: `settings`, or `products:7` where it is about one of many. */
  invalidate: (what: string) => void
  /** Changes may have been missed: from now on until further news nothing is certain (false), or from now on all is (true). */
  setConsistent: (isCertain: boolean) => void
}

export type ChangeSubscription = {
  /** Resolves when everything that is committed by now has been heard, or nothing is certain any more. */
  flushed: () => Promise<void>
  stop: () => Promise<void>
}

type Server = Pick<Database, 'pool' | 'directUrl'>

/** Hears what any process commits, as LISTEN and NOTIFY carry it. Resolves when it hears for the first time, or soon after. */
export async function subscribeToChanges(
  database: Server & Pick<Database, 'kind'>,
  hear: ChangeListener,
): Promise<ChangeSubscription> {
  return database.kind === 'embedded' ? followOwnChanges(database.pool, hear) : followServer(database, hear)
}

/** The embedded engine has one session, which hears itself; the pool may have to open it anew. */
async function followOwnChanges(pool: pg.Pool, hear: ChangeListener): Promise<ChangeSubscription> {
  const listen = async (client: pg.PoolClient) => {
    client.on('notification', ({ payload }) => hear.invalidate(payload ?? ''))
    client.once('end', () => hear.setConsistent(false))
    await client.query(`listen ${CHANNEL}`)
    hear.setConsistent(true)
  }
  const onConnect = (client: pg.PoolClient) => void listen(client).catch(() => hear.setConsistent(false))
  pool.on('connect', onConnect)
  const client = await pool.connect()
  await listen(client).finally(() => client.release())
  return {
    // A commit on the only line is answered after its news.
    flushed: async () => {},
    stop: async () => {
      pool.off('connect', onConnect)
    },
  }
}

/** A connection of its own, made again whenever it breaks; a heartbeat finds the one that broke without a word. */
async function followServer(database: Server, hear: ChangeListener): Promise<ChangeSubscription> {
  const stopping = new AbortController()
  let heard: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    heard = resolve
  })
  const line: Line = {}
  const running = (async () => {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      const began = Date.now()
      const hearer = { ...hear, setConsistent: (is: boolean) => [hear.setConsistent(is), is && heard()] }
      await hearUntilItBreaks(database, { hear: hearer, line }, stopping.signal)
      if (Date.now() - began > LONGEST_PAUSE_MS) tries = 0
      await sleep(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** tries), undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  // Where no news ever arrives the shop opens all the same, and keeps nothing.
  await Promise.race([first, sleep(HEARTBEAT_MS, undefined, { ref: false })])
  return {
    flushed: () => line.asked?.() ?? Promise.resolve(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** The line that listens, while there is one. */
type Line = { asked?: () => Promise<void> }

/**
 * PostgreSQL has called all who listen before it tells anybody that their commit is done, and gives them the news before
 * the answer to their next question: so one question and its answer on the line that listens, and all news are heard.
 * Those who ask while a question is on its way share the next one.
 */
function askerOf(client: pg.Client): () => Promise<void> {
  let onItsWay: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  const ask = async () => {
    await onItsWay
    next = undefined
    onItsWay = client.query('select 1').catch(() => client.end().catch(() => {}))
    await onItsWay
  }
  return () => {
    next ??= ask()
    return next
  }
}

async function hearUntilItBreaks(
  database: Server,
  { hear, line }: { hear: ChangeListener; line: Line },
  stop: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...directConnectionOptions(database), keepAlive: true, query_timeout: HEARTBEAT_MS })
  const broken = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
  // Through another line, because a pooler of connections takes a LISTEN without ever passing news on.
  const probe = `probe:${randomUUID()}`
  client.on('notification', ({ payload = '' }) =>
    payload === probe ? hear.setConsistent(true) : hear.invalidate(payload),
  )
  let beat: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    await database.pool.query('select pg_notify($1, $2)', [CHANNEL, probe])
    const asked = askerOf(client)
    line.asked = asked
    beat = setInterval(asked, HEARTBEAT_MS)
    await broken
  } catch {
    // It is tried again; the pool's own errors tell the log that the database is away.
  } finally {
    clearInterval(beat)
    line.asked = undefined
    hear.setConsistent(false)
    await client.end().catch(() => {})
  }
}
