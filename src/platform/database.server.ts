import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { openEmbeddedServer } from './embedded-database.server.ts'
import { migrate } from './migrate.server.ts'

/** Either the database or a transaction on it: every verb takes one, so verbs compose. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  close: () => Promise<void>
}

/** `patient` waits ten times as long before it gives up: for tests, whose machine may be busy with others. */
export type DatabaseLocation = { url: string; patient?: boolean } | { dataDir: string }

/** Opens PostgreSQL by URL, or the embedded database in a folder that no other process may hold, and migrates it. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = 'url' in location ? openPostgres(location) : await openEmbedded(location.dataDir)
  try {
    await migrate(database.pool)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function openPostgres({ url, patient }: { url: string; patient?: boolean }): Database {
  const patience = patient ? 10 : 1
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000 * patience,
    statement_timeout: 5000 * patience,
    lock_timeout: 4000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
  })
  logLostConnections(pool)
  return { db: drizzle({ client: pool }), pool, kind: 'postgres', close: () => pool.end() }
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
  logLostConnections(pool)
  return {
    db: drizzle({ client: pool }),
    pool,
    kind: 'embedded',
    close: async () => {
      await pool.end()
      await server.close()
    },
  }
}

/** Without a listener, a connection that breaks while idle in the pool would end the process. */
function logLostConnections(pool: pg.Pool) {
  pool.on('error', (error) => console.error('Lost an idle database connection:', error.message))
}

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
