import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { disablePreparedStatements, poolerWarnings, probePooler } from './connection-pooler.server.ts'
import { type Db, rootCauseMessage } from './database.server.ts'
import { openEmbeddedServer } from './embedded-database.server.ts'
import { assertNotRestoring, migrate } from './migrate.server.ts'
import { closeIdleConnections, isReadOnlyError } from './read-only.server.ts'
import { applicationName } from './servers/hosts.server.ts'
import { createReadReplica, type Reader, readDirectly } from './servers/read-replica.server.ts'
import { createServerGroup, type ServerGroup } from './servers/server-group.server.ts'

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** A connection of its own that bypasses a pooler, for LISTEN and long transactions. */
  createDirectClient: (purpose: string, options?: pg.ClientConfig) => pg.Client
  read: Reader
  close: () => Promise<void>
}

export type PostgresLocation = {
  url: string
  directUrl?: string | undefined
  readUrl?: string | undefined
  /** Multiplies timeouts by ten, for tests on busy machines. */
  patient?: boolean
}
export type DatabaseLocation = PostgresLocation | { dataDir: string }

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return 'url' in location ? openPostgres(location) : openEmbedded(location.dataDir)
}

async function prepareSchema(pool: pg.Pool): Promise<void> {
  await assertNotRestoring(pool)
  await migrate(pool)
}

/** Set per connection, because poolers reject startup options. JIT never pays for our short statements. */
const settingsWith = (timeoutFactor: number) => ({
  statement_timeout: 5000 * timeoutFactor,
  // Short: a request that waits for a lock occupies one of the few that run at once.
  lock_timeout: 1500 * timeoutFactor,
  idle_in_transaction_session_timeout: 10_000 * timeoutFactor,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
})

async function openPostgres(location: PostgresLocation): Promise<Database> {
  const servers = createServerGroup(location.url)
  const direct = location.directUrl ? createServerGroup(location.directUrl) : servers
  const pool = openPool(servers, location.patient ? 10 : 1)
  const db = databaseOver(pool)
  const replica = location.readUrl ? createReadReplica({ db, pool }, location.readUrl) : undefined
  const close = async () => {
    await Promise.all([replica?.close(), pool.end(), servers.stop(), direct.stop()])
  }
  // Migrations may run longer than the timeout of requests, so they use a connection of their own.
  const migrating = new pg.Pool({ ...direct.poolOptions, max: 1, application_name: applicationName('migrations') })
  logConnectionErrors(migrating)
  try {
    await adaptToPooler(pool, { servers, hasDirectUrl: direct !== servers }).catch(failedAt('DATABASE_URL'))
    if (location.directUrl) await migrating.query('select 1').catch(failedAt('DATABASE_DIRECT_URL'))
    await prepareSchema(migrating)
  } catch (error) {
    await close()
    throw error
  } finally {
    await migrating.end()
  }
  return {
    db,
    pool,
    kind: 'postgres',
    createDirectClient: (purpose, options) =>
      direct.createDirectClient({
        ...pool.options,
        pipeline: false,
        application_name: applicationName(purpose),
        ...options,
      }),
    read: replica?.read ?? readDirectly(db),
    close,
  }
}

function openPool(servers: ServerGroup, timeoutFactor: number): pg.Pool {
  const settings = Object.entries(settingsWith(timeoutFactor)).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  )
  const pool = new pg.Pool({
    ...servers.poolOptions,
    // More than the admission controller runs at once: /readyz and jobs must not wait for the locks of requests.
    max: 12,
    // Longer than the jobs sleep, so that an idle shop does not reconnect for each of their questions.
    idleTimeoutMillis: 40_000,
    application_name: applicationName(),
    pipeline: true,
    // With several servers a request waits for a promotion rather than fail.
    connectionTimeoutMillis: (servers.hasSeveral ? 5000 : 3000) * timeoutFactor,
    // For a server that vanished. A statement also waits for the locks of those that were sent before it.
    query_timeout: 10_000 * timeoutFactor,
    onConnect: async (client) => void (await client.query(`select ${settings.join(', ')}`)),
  })
  logConnectionErrors(pool)
  pool.on('connect', writeTogether)
  pool.on('release', (_error, client) => {
    if (servers.isRetired(client)) void client.end()
  })
  servers.onRetire(() => void closeIdleConnections(pool))
  return pool
}

/** Sends the first statement of a turn of the event loop at once, and the others together: each costs a system call. */
function writeTogether(client: pg.PoolClient): void {
  const { stream } = client.connection
  client.query = function (this: pg.PoolClient, ...given: unknown[]) {
    const isFirst = stream.writableCorked === 0
    const answer = (pg.Client.prototype.query as (...given: unknown[]) => unknown).apply(this, given)
    if (isFirst) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return answer
  } as typeof client.query
}

async function adaptToPooler(
  pool: pg.Pool,
  { servers, hasDirectUrl }: { servers: ServerGroup; hasDirectUrl: boolean },
) {
  const session = await probePooler(await servers.findPrimary())
  for (const sentence of poolerWarnings(session, hasDirectUrl)) log.warn(sentence)
  if (!session.keepsStatements) disablePreparedStatements(pool)
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const { pool, close } = await openEmbeddedPool(dataDir)
  logConnectionErrors(pool)
  try {
    await prepareSchema(pool)
  } catch (error) {
    await close()
    throw error
  }
  const db = databaseOver(pool)
  const createDirectClient = () => new pg.Client(pool.options)
  return { db, pool, kind: 'embedded', createDirectClient, read: readDirectly(db), close }
}

const LOGIN = { user: 'postgres', database: 'postgres' }

async function openEmbeddedPool(dataDir: string) {
  const server = await openEmbeddedServer(dataDir)
  // The embedded database has one session: a second connection would see open transactions.
  const pool = new pg.Pool({ max: 1, pipeline: true, idleTimeoutMillis: 0, stream: server.connect, ...LOGIN })
  const close = async () => {
    await pool.end()
    await server.close()
  }
  return { pool, close }
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

export const failedAt =
  (setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL') =>
  (error: Error): never => {
    throw new Error(`${setting}: ${rootCauseMessage(error)}`, { cause: error })
  }

export type CliDatabase = Pick<Database, 'db' | 'pool' | 'close'>

/** Opens the database for command-line tools: one connection, long timeouts, no migration. */
export async function openForCli(location: DatabaseLocation): Promise<CliDatabase> {
  if ('dataDir' in location) {
    const { pool, close } = await openEmbeddedPool(location.dataDir)
    return { db: drizzle({ client: pool }), pool, close }
  }
  const { url, directUrl } = location
  const servers = createServerGroup(directUrl ?? url)
  const pool = new pg.Pool({
    ...servers.poolOptions,
    max: 1,
    application_name: applicationName('command'),
    connectionTimeoutMillis: 10_000,
  })
  const close = async () => void (await Promise.all([pool.end(), servers.stop()]))
  await pool
    .query('select 1')
    .catch((error) => close().then(() => failedAt(directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')(error)))
  return { db: drizzle({ client: pool }), pool, close }
}
