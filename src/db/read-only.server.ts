import type pg from 'pg'
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
  if (rows[0].isReadOnly) await closeIdleConnections(pool)
  return !rows[0].isReadOnly
}

export async function closeIdleConnections(pool: pg.Pool): Promise<void> {
  const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const result of idle) if (result.status === 'fulfilled') result.value.release(true)
}
