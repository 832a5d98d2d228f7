import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '#src/db/open-database.server.ts'

/** Channel on which the triggers of migrations 0003 and 0026 report changes. */
const CHANNEL = 'shop_changes'
const HEARTBEAT_MS = 2000
const MAX_RETRY_DELAY_MS = 5000

export type ChangeListener = {
  /** A commit changed this tag: `settings`, or `products:7` for one of many. */
  invalidate: (tag: string) => void
  /** False once changes may have been missed, true once the subscription is complete again. */
  setConsistent: (isConsistent: boolean) => void
}

export type ChangeSubscription = {
  /** Resolves when all changes committed so far have arrived, or the cache is inconsistent. */
  flushed: () => Promise<void>
  stop: () => Promise<void>
}

type Server = Pick<Database, 'pool' | 'createDirectClient'>

/** Listens to the changes that any process commits. Resolves at the first notification or after a short wait. */
export async function subscribeToChanges(
  database: Server & Pick<Database, 'kind'>,
  listener: ChangeListener,
): Promise<ChangeSubscription> {
  return database.kind === 'embedded' ? listenEmbedded(database.pool, listener) : listenPostgres(database, listener)
}

/** The embedded database has one session, which notifies itself; the pool may reopen it. */
async function listenEmbedded(pool: pg.Pool, listener: ChangeListener): Promise<ChangeSubscription> {
  const listen = async (client: pg.PoolClient) => {
    client.on('notification', ({ payload }) => listener.invalidate(payload ?? ''))
    client.once('end', () => listener.setConsistent(false))
    await client.query(`listen ${CHANNEL}`)
    listener.setConsistent(true)
  }
  const onConnect = (client: pg.PoolClient) => void listen(client).catch(() => listener.setConsistent(false))
  const client = await pool.connect()
  pool.on('connect', onConnect)
  await listen(client).finally(() => client.release())
  return {
    // The only session delivers notifications before the answer to a commit.
    flushed: async () => {},
    stop: async () => {
      pool.off('connect', onConnect)
    },
  }
}

/** Listens on a dedicated connection that reconnects; a heartbeat finds half-open ones. */
async function listenPostgres(database: Server, listener: ChangeListener): Promise<ChangeSubscription> {
  const stopping = new AbortController()
  let resolveFirst: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve
  })
  const connection: Connection = {}
  const running = (async () => {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      const startedAt = Date.now()
      const forwarding = {
        ...listener,
        setConsistent: (isConsistent: boolean) => [
          listener.setConsistent(isConsistent),
          isConsistent && resolveFirst(),
        ],
      }
      await listenUntilDisconnect(database, { listener: forwarding, connection }, stopping.signal)
      if (Date.now() - startedAt > MAX_RETRY_DELAY_MS) tries = 0
      await sleep(Math.min(MAX_RETRY_DELAY_MS, 100 * 2 ** tries), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
    }
  })()
  // Without notifications the shop starts all the same, with the cache off.
  await Promise.race([first, sleep(HEARTBEAT_MS, undefined, { ref: false })])
  return {
    flushed: () => connection.flush?.() ?? Promise.resolve(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

type Connection = { flush?: () => Promise<void> }

/** Notifications precede the answer to a query, so one round trip flushes them. Callers share the next one. */
function createFlushBarrier(client: pg.Client): () => Promise<void> {
  let pending: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  const flushOnce = async () => {
    await pending
    next = undefined
    pending = client.query('select 1').catch(() => client.end().catch(() => {}))
    await pending
  }
  return () => {
    next ??= flushOnce()
    return next
  }
}

async function listenUntilDisconnect(
  database: Server,
  { listener, connection }: { listener: ChangeListener; connection: Connection },
  stop: AbortSignal,
): Promise<void> {
  const client = database.createDirectClient('listen', { keepAlive: true, query_timeout: HEARTBEAT_MS })
  const left = new AbortController()
  const broken = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
    stop.addEventListener('abort', () => resolve(), { signal: left.signal })
  })
  // Sent through the pool: a connection pooler may accept LISTEN and never deliver notifications.
  const probe = `probe:${randomUUID()}`
  client.on('notification', ({ payload = '' }) =>
    payload === probe ? listener.setConsistent(true) : listener.invalidate(payload),
  )
  let beat: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    await database.pool.query('select pg_notify($1, $2)', [CHANNEL, probe])
    const flush = createFlushBarrier(client)
    connection.flush = flush
    beat = setInterval(flush, HEARTBEAT_MS)
    await broken
  } catch {
  } finally {
    clearInterval(beat)
    left.abort()
    // A late probe must not declare the caches consistent again.
    client.removeAllListeners('notification')
    connection.flush = undefined
    listener.setConsistent(false)
    await client.end().catch(() => {})
  }
}
