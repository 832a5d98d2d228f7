import pg from 'pg'

/** The SQLSTATE with which a server refuses a write: a standby that was not promoted, or one that is set to read only. */
export const READ_ONLY_SQLSTATE = '25006'

/** An expression of SQL. Nothing is read from such a server either: it may be behind, and sell a piece twice. */
export const IS_READ_ONLY_SQL = `(pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)`

/** The address leads to a server that takes no writes. It is away until the address leads to one that does. */
export class ReadOnlyServerError extends Error {
  readonly code = 'EROFS'
  constructor() {
    super('The database server takes no writes: it is a standby, or set to read only')
  }
}

export const isReadOnlyError = (error: pg.DatabaseError) => error.code === READ_ONLY_SQLSTATE

/**
 * Whether the server takes writes. When it does not, connections that nobody uses are closed, so that the next ones lead to
 * where the address leads by then.
 */
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

/** A commit of nothing, which is written down and, if there is a synchronous standby, waits for it as every other. */
const COMMIT = `select pg_logical_emit_message(true, 'golconda', 'ready')`
const FRESH_MS = 10_000

/**
 * Tells whether a commit works; one that is known to have worked lately is not tried again. A commit that waits for a dead
 * standby waits without end, on a server that hears of nothing meanwhile: so one is tried at a time, and no second one
 * before its answer.
 */
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
