import pg from 'pg'
import { READ_ONLY_SQLSTATE } from './database.server.ts'

/** Read-only servers are not read either: they may lag behind. */
export const IS_READ_ONLY_SQL = `(pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)`

export class ReadOnlyServerError extends Error {
  readonly code = 'EROFS'
  constructor() {
    super('The database server takes no writes: it is a standby, or set to read only')
  }
}

export const isReadOnlyError = (error: pg.DatabaseError) => error.code === READ_ONLY_SQLSTATE

/** Whether the server accepts writes. If not, closes idle connections, so that new ones follow the address. */
export async function acceptsWrites(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  const { rows } = await client.query(`select ${IS_READ_ONLY_SQL} as "isReadOnly"`).catch((error) => {
    client.release(true)
    throw error
  })
  client.release(rows[0].isReadOnly)
  if (!rows[0].isReadOnly) return true
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const other of idle) other.release(true)
  return false
}

/** An empty commit, which waits for a synchronous standby like any other. */
const COMMIT = `select pg_logical_emit_message(true, 'golconda', 'ready')`
const FRESH_MS = 10_000

/** Checks whether commits work, one at a time: a commit can wait forever for a dead standby. */
export function createCommitProbe({
  pool,
  directUrl,
}: {
  pool: pg.Pool
  directUrl?: string | undefined
}): () => Promise<boolean> {
  let good = 0
  let asking: Promise<boolean> | undefined
  async function commitOnce(): Promise<boolean> {
    const connectionString = directUrl ?? pool.options.connectionString
    const client = new pg.Client({ ...(connectionString && { connectionString }), connectionTimeoutMillis: 3000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(COMMIT)
      good = performance.now()
      return true
    } finally {
      asking = undefined
      await client.end().catch(() => {})
    }
  }
  return async () => {
    if (good > 0 && performance.now() - good < FRESH_MS) return true
    asking ??= commitOnce()
    return asking
  }
}
