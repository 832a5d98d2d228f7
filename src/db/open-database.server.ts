import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { disablePreparedStatements, poolerWarnings, probePooler } from './connection-pooler.server.ts'
import type { Db } from './database.server.ts'
import { openEmbeddedServer } from './embedded-database.server.ts'
import { assertNotRestoring, migrate } from './migrate.server.ts'
import { IS_READ_ONLY_SQL, isReadOnlyError, ReadOnlyServerError } from './read-only.server.ts'

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Bypasses a connection pooler, for LISTEN and session locks. */
  directUrl?: string | undefined
  close: () => Promise<void>
}

/** `patient` multiplies timeouts by ten, for tests on busy machines. */
export type DatabaseLocation = { url: string; directUrl?: string | undefined; patient?: boolean } | { dataDir: string }

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = 'url' in location ? await openPostgres(location) : await openEmbedded(location.dataDir)
  // Migrations may run longer than the timeout of requests, so they use a connection of their own.
  const pool =
    'url' in location ? new pg.Pool({ connectionString: location.directUrl ?? location.url, max: 1 }) : database.pool
  if (pool !== database.pool) logConnectionErrors(pool)
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

/** Set per connection, because poolers reject startup options. JIT never pays for our short statements. */
const settingsWith = (timeoutFactor: number) => ({
  statement_timeout: 5000 * timeoutFactor,
  lock_timeout: 4000 * timeoutFactor,
  idle_in_transaction_session_timeout: 10_000 * timeoutFactor,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
})

async function openPostgres(location: Extract<DatabaseLocation, { url: string }>): Promise<Database> {
  const { url, directUrl, patient } = location
  const timeoutFactor = patient ? 10 : 1
  const settings = Object.entries(settingsWith(timeoutFactor)).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  )
  const hello = `select ${settings.join(', ')}, ${IS_READ_ONLY_SQL} as "isReadOnly"`
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000 * timeoutFactor,
    // The server has its own timeout; this one is for a server that vanished.
    query_timeout: 7000 * timeoutFactor,
    onConnect: async (client) => {
      const { rows } = await client.query(hello)
      if (rows[0].isReadOnly) throw new ReadOnlyServerError()
    },
  })
  logConnectionErrors(pool)
  await adaptToPooler(pool, location)
  return { db: databaseOver(pool), pool, kind: 'postgres', directUrl, close: () => pool.end() }
}

async function adaptToPooler(pool: pg.Pool, { url, directUrl }: { url: string; directUrl?: string | undefined }) {
  const session = await probePooler(url)
  for (const sentence of poolerWarnings(session, directUrl)) log.warn(sentence)
  if (!session.keepsStatements) disablePreparedStatements(pool)
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const embedded = await openEmbeddedPool(dataDir)
  logConnectionErrors(embedded.pool)
  return { ...embedded, db: databaseOver(embedded.pool) }
}

const LOGIN = { user: 'postgres', database: 'postgres' }

async function openEmbeddedPool(dataDir: string) {
  const server = await openEmbeddedServer(dataDir)
  // The embedded database has one session: a second connection would see open transactions.
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream: server.connect, ...LOGIN })
  const close = async () => {
    await pool.end()
    await server.close()
  }
  return { pool, close, kind: 'embedded' as const }
}

/** Logs connection errors: an unhandled one on an idle connection would end the process. */
function logConnectionErrors(pool: pg.Pool): void {
  pool.on('error', (error) => log.warn(`Lost an idle database connection: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Drizzle with our own transactions: its own leak a connection when `begin` fails, and return broken ones. */
function databaseOver(pool: pg.Pool): Db {
  const db: Db = drizzle({ client: pool })
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

export const directConnectionOptions = ({
  pool,
  directUrl,
}: Pick<Database, 'pool' | 'directUrl'>): pg.ClientConfig => ({
  ...pool.options,
  ...(directUrl && { connectionString: directUrl }),
})

/** Opens the database for command-line tools: one connection, long timeouts, no migration. */
export async function openForCli(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    const pool = new pg.Pool({ connectionString: location.url, max: 1, connectionTimeoutMillis: 10_000 })
    return { db: drizzle({ client: pool }), pool, kind: 'postgres', close: () => pool.end() }
  }
  const embedded = await openEmbeddedPool(location.dataDir)
  return { ...embedded, db: drizzle({ client: embedded.pool }) }
}
