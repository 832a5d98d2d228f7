import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { disablePreparedStatements, poolerWarnings, probePooler } from './connection-pooler.server.ts'
import { openEmbeddedServer } from './embedded-database.server.ts'
import { migrate } from './migrate.server.ts'
import { IS_READ_ONLY_SQL, isReadOnlyError, ReadOnlyServerError } from './read-only.server.ts'
import { assertNotRestoring } from './restore-lock.server.ts'

/** Either the database or a transaction on it: every verb takes one, so verbs compose. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** The way past a pooler of connections, where there is one: LISTEN and locks of a session do not work through it. */
  directUrl?: string | undefined
  close: () => Promise<void>
}

/** `patient` waits ten times as long before it gives up: for tests, whose machine may be busy with others. */
export type DatabaseLocation = { url: string; directUrl?: string | undefined; patient?: boolean } | { dataDir: string }

/** Opens PostgreSQL by URL, or the embedded database in a folder that no other process may hold, and migrates it. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = 'url' in location ? await openPostgres(location) : await openEmbedded(location.dataDir)
  // On PostgreSQL by a connection of its own: a migration may take longer than any visitor waits.
  const pool =
    'url' in location ? new pg.Pool({ connectionString: location.directUrl ?? location.url, max: 1 }) : database.pool
  if (pool !== database.pool) surviveLostLines(pool)
  try {
    await assertNotRestoring(pool)
    await migrate(pool)
    return database
  } catch (error) {
    await database.close()
    throw error
  } finally {
    if (pool !== database.pool) await pool.end()
  }
}

/**
 * Said once on every connection, in milliseconds, since poolers refuse settings as options of it. No statement of ours is
 * so long that compiling it, or starting processes that share the work, pays: where few rows are found in a big table the
 * database guesses that many are.
 */
const settingsWith = (patience: number) => ({
  statement_timeout: 5000 * patience,
  lock_timeout: 4000 * patience,
  idle_in_transaction_session_timeout: 10_000 * patience,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
})

async function openPostgres(location: Extract<DatabaseLocation, { url: string }>): Promise<Database> {
  const { url, directUrl, patient } = location
  const patience = patient ? 10 : 1
  const settings = Object.entries(settingsWith(patience)).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  )
  const hello = `select ${settings.join(', ')}, ${IS_READ_ONLY_SQL} as "isReadOnly"`
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000 * patience,
    // The server keeps its own time, too. This is for one that is gone without a word.
    query_timeout: 7000 * patience,
    onConnect: async (client) => {
      const { rows } = await client.query(hello)
      if (rows[0].isReadOnly) throw new ReadOnlyServerError()
    },
  })
  surviveLostLines(pool)
  await adaptToPooler(pool, location)
  return { db: databaseOver(pool), pool, kind: 'postgres', directUrl, close: () => pool.end() }
}

async function adaptToPooler(pool: pg.Pool, { url, directUrl }: { url: string; directUrl?: string | undefined }) {
  const session = await probePooler(url)
  for (const sentence of poolerWarnings(session, directUrl)) log.warn(sentence)
  if (!session.keepsStatements) disablePreparedStatements(pool)
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const server = await openEmbeddedServer(dataDir)
  // The embedded engine is one session: a second pooled connection would see the first one's open transaction.
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    stream: server.connect,
    user: 'postgres',
    database: 'postgres',
  })
  surviveLostLines(pool)
  return {
    db: databaseOver(pool),
    pool,
    kind: 'embedded',
    close: async () => {
      await pool.end()
      await server.close()
    },
  }
}

/**
 * Without listeners, a connection that breaks while nobody waits for its answer would end the process. Idle in the pool
 * it is only logged; in use, whoever uses it is told by their next statement.
 */
function surviveLostLines(pool: pg.Pool): void {
  pool.on('error', (error) => log.warn(`Lost an idle database connection: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {}))
}

/**
 * Drizzle over a pool. Its own transactions keep a connection for ever when `begin` fails on it, and put one back into the
 * pool on which nobody knows what was said last; so here they get a connection, and it is given back or closed.
 */
function databaseOver(pool: pg.Pool): Db {
  const db: Db = drizzle({ client: pool })
  /** What Drizzle learns of the tables is kept with each connection, not learned anew by each transaction. */
  const overClients = new WeakMap<pg.PoolClient, Db>()
  const over = (client: pg.PoolClient): Db => {
    const known = overClients.get(client) ?? drizzle({ client })
    overClients.set(client, known)
    return known
  }
  db.transaction = async (body, config) => {
    const client = await pool.connect().catch((cause) => {
      throw new DrizzleQueryError('begin', [], cause)
    })
    let isBroken = false
    try {
      return await over(client).transaction(body, config)
    } catch (error) {
      isBroken =
        error instanceof DrizzleQueryError &&
        (!(error.cause instanceof pg.DatabaseError) || isReadOnlyError(error.cause))
      throw error
    } finally {
      client.release(isBroken)
    }
  }
  return db
}

/** For a connection of one's own, whose session is nobody else's. */
export const directConnectionOptions = ({
  pool,
  directUrl,
}: Pick<Database, 'pool' | 'directUrl'>): pg.ClientConfig => ({
  ...pool.options,
  ...(directUrl && { connectionString: directUrl }),
})

/** For writes that return exactly one row by construction. */
export function onlyRow<T>(rows: T[]): T {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`)
  return row
}

const LOST_RACE = new Set(['40001', '40P01'])
const MAX_TRIES = 4

/**
 * A transaction that is tried again when PostgreSQL gave it up to break a deadlock or a serialization conflict
 * (SQLSTATE 40P01, 40001). Nothing of a given-up try remains, so the body must do its work on `tx` alone.
 */
export async function inTransaction<T>(db: Db, body: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((tx) => body(tx))
    } catch (error) {
      if (tries === MAX_TRIES || !LOST_RACE.has(databaseErrorCode(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 60 * tries))
    }
  }
}

/** The SQLSTATE behind an error of the driver or of Drizzle, which wraps it as the cause. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof pg.DatabaseError) return at.code
  return undefined
}
