import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './database.server.ts'

/** The channel on which the triggers of migration 0003 say what has changed in what visitors see. */
const CHANNEL = 'shop_changes'
const HEARTBEAT_MS = 2000
const LONGEST_PAUSE_MS = 5000

type Hearer = {
  /** One commit changed this: `settings`, or `products:7` where it is about one of many. */
  changed: (what: string) => void
  /** Changes may have been missed: from now on until further news nothing is certain (false), or from now on all is (true). */
  certain: (isCertain: boolean) => void
}

/**
 * Hears what any process commits, as LISTEN and NOTIFY carry it. Gives back the function that stops it, and resolves
 * when it hears for the first time, or soon after.
 */
export async function followChanges(
  database: Pick<Database, 'kind' | 'pool'>,
  hear: Hearer,
): Promise<() => Promise<void>> {
  return database.kind === 'embedded' ? followOwnChanges(database.pool, hear) : followServer(database.pool, hear)
}

/** The embedded engine has one session, which hears itself; the pool may have to open it anew. */
async function followOwnChanges(pool: pg.Pool, hear: Hearer): Promise<() => Promise<void>> {
  const listen = async (client: pg.PoolClient) => {
    client.on('notification', ({ payload }) => hear.changed(payload ?? ''))
    client.once('end', () => hear.certain(false))
    await client.query(`listen ${CHANNEL}`)
    hear.certain(true)
  }
  const onConnect = (client: pg.PoolClient) => void listen(client).catch(() => hear.certain(false))
  pool.on('connect', onConnect)
  const client = await pool.connect()
  await listen(client).finally(() => client.release())
  return async () => {
    pool.off('connect', onConnect)
  }
}

/** A connection of its own, made again whenever it breaks; a heartbeat finds the one that broke without a word. */
async function followServer(pool: pg.Pool, hear: Hearer): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let heard: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    heard = resolve
  })
  const running = (async () => {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      const began = Date.now()
      await hearUntilItBreaks(pool, { ...hear, certain: (is) => [hear.certain(is), is && heard()] }, stopping.signal)
      if (Date.now() - began > LONGEST_PAUSE_MS) tries = 0
      await sleep(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** tries), undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  // Where no news ever arrives the shop opens all the same, and keeps nothing.
  await Promise.race([first, sleep(HEARTBEAT_MS, undefined, { ref: false })])
  return async () => {
    stopping.abort()
    await running
  }
}

async function hearUntilItBreaks(pool: pg.Pool, hear: Hearer, stop: AbortSignal): Promise<void> {
  const client = new pg.Client({ ...pool.options, keepAlive: true, query_timeout: HEARTBEAT_MS })
  const broken = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
  // Through another line, because a pooler of connections takes a LISTEN without ever passing news on.
  const probe = `probe:${randomUUID()}`
  client.on('notification', ({ payload = '' }) => (payload === probe ? hear.certain(true) : hear.changed(payload)))
  let beat: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    await pool.query('select pg_notify($1, $2)', [CHANNEL, probe])
    beat = setInterval(() => client.query('select 1').catch(() => client.end().catch(() => {})), HEARTBEAT_MS)
    await broken
  } catch {
    // It is tried again; the pool's own errors tell the log that the database is away.
  } finally {
    clearInterval(beat)
    hear.certain(false)
    await client.end().catch(() => {})
  }
}
