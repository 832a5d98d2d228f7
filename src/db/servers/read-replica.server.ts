import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { type Db, databaseErrorCode, isDatabaseUnavailable, rootCauseMessage } from '../database.server.ts'
import { applicationName } from './hosts.server.ts'

/** Reads for feeds, exports and figures, never for a decision. Sees all that was committed before the call. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

export const readDirectly =
  (db: Db): Reader =>
  (read) =>
    read(db)

type ReadReplica = { read: Reader; close: () => Promise<void> }

const MAX_LAG_MS = 1000
const POLL_MS = 20
const PAUSE_MS = 5000

const COMMITTED = `select pg_current_wal_flush_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`
const HAS_REPLAYED = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
  and (select system_identifier::text from pg_control_system()) = $2 as "isCurrent"`

type Primary = { db: Db; pool: pg.Pool }

/** Reads from the standby at `readUrl` while it keeps up, and from the primary otherwise. */
export function createReadReplica({ db, pool }: Primary, readUrl: string): ReadReplica {
  const { onConnect, query_timeout } = pool.options
  const standby = new pg.Pool({
    connectionString: readUrl,
    max: 4,
    application_name: applicationName('reads'),
    connectionTimeoutMillis: MAX_LAG_MS,
    query_timeout,
    onConnect,
  })
  standby.on('error', () => {})
  standby.on('connect', (client) => client.on('error', () => {}))
  let pausedUntil = 0
  let isWarned = false
  const pause = (error: Error) => {
    pausedUntil = performance.now() + PAUSE_MS
    if (!isWarned) log.warn(`The read replica is not used: ${rootCauseMessage(error)}`)
    isWarned = true
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await standby.connect()
    try {
      await waitForReplay(pool, client)
      isWarned = false
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    read: async (read) => {
      if (performance.now() < pausedUntil) return read(db)
      const client = await connect().catch(pause)
      if (!client) return read(db)
      let isBroken = true
      try {
        const result = await read(drizzle({ client }))
        isBroken = false
        return result
      } catch (error) {
        if (!(error instanceof Error) || !isOfDatabase(error)) throw error
        pause(error)
        return read(db)
      } finally {
        client.release(isBroken)
      }
    },
    close: () => standby.end(),
  }
}

class LaggingError extends Error {
  readonly code = 'ELAGGING'
  constructor() {
    super(`it is more than ${MAX_LAG_MS / 1000} s behind, or no standby of the primary`)
  }
}

async function waitForReplay(primary: pg.Pool, standby: pg.PoolClient): Promise<void> {
  const { rows } = await primary.query<{ lsn: string; system: string }>(COMMITTED)
  const [committed] = rows
  for (const giveUpAt = performance.now() + MAX_LAG_MS; ; await sleep(POLL_MS)) {
    const replayed = await standby.query(HAS_REPLAYED, [committed?.lsn, committed?.system])
    if (replayed.rows[0]?.isCurrent) return
    if (performance.now() > giveUpAt) throw new LaggingError()
  }
}

const isOfDatabase = (error: Error) => databaseErrorCode(error) !== undefined || isDatabaseUnavailable(error)
