import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'

/** The database or a transaction on it: every server function takes one. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** The only row of a write that returns exactly one. */
export function onlyRow<T>(rows: T[]): T {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`)
  return row
}

const LOST_RACE = new Set(['40001', '40P01'])
const MAX_TRIES = 4

/** Runs a transaction and retries it after a deadlock or serialization conflict. The body must only use `tx`. */
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

/** Reads from one snapshot: a concurrent commit is visible whole or not at all. The body must only read, with `tx`. */
export function inSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction((tx) => read(tx), { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/**
 * Runs work that needs none of each other's results; PostgreSQL gets its statements in one round trip. Throws once all have
 * ended, because a statement that outlives its transaction would commit alone. Of several errors the database's counts.
 */
export async function runTogether<T extends readonly unknown[]>(
  ...work: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // A query of Drizzle starts again at each `then`.
  const ended = await Promise.allSettled(work.map((one) => Promise.resolve(one)))
  const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (errors.length > 0) throw errors.find(isCause) ?? errors.find((error) => !databaseErrorCode(error)) ?? errors[0]
  // Safe cast: all are fulfilled, and `map` forgets that it is a tuple.
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>
  }
}

/** SQLSTATE of every statement that follows the one that failed. */
const TRANSACTION_FAILED = '25P02'

const isCause = (error: unknown) =>
  error instanceof DrizzleQueryError && databaseErrorCode(error) !== TRANSACTION_FAILED

/** Prepares a statement once per connection. What differs is a placeholder: `$onUpdate` and `$defaultFn` run once, too. */
export function prepareOnce<T>(prepare: (db: Db) => T): (db: Db) => T {
  const prepared = new WeakMap<object, T>()
  return (db) => {
    const { session } = db._
    const known = prepared.get(session) ?? prepare(db)
    prepared.set(session, known)
    return known
  }
}

export const FOREIGN_KEY_VIOLATION = '23503'
export const UNIQUE_VIOLATION = '23505'

/** The SQLSTATE of an error of the driver or of Drizzle. */
export const databaseErrorCode = (error: unknown): string | undefined => findDatabaseError(error)?.code

/** Whether an error is the violation of this unique constraint. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  const found = findDatabaseError(error)
  return found?.code === UNIQUE_VIOLATION && found.constraint === constraint
}

function findDatabaseError(error: unknown): pg.DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof pg.DatabaseError) return at
  return undefined
}

/** About the time that PostgreSQL takes to restart. */
export const DATABASE_RETRY_SECONDS = 5

/** Whether the database is unavailable or overloaded. Only Drizzle errors: mail servers refuse connections too. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof DrizzleQueryError)
      return at.cause instanceof pg.DatabaseError ? gaveUp(at.cause) : isLost(at.cause)
  return false
}

/** The root cause of an error. Drizzle's own message contains customer input. */
export function rootCauseMessage(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(rootCauseMessage).join('; ')
  return error.cause instanceof Error ? rootCauseMessage(error.cause) : error.message || error.name
}

/** SQLSTATE of a write to a standby or read-only server. */
export const READ_ONLY_SQLSTATE = '25006'
export const LOCK_TIMEOUT_SQLSTATE = '55P03'

/** SQLSTATE classes: connection, rollback, resources, intervention, system. */
const CLASSES = new Set(['08', '40', '53', '57', '58'])
/** Lock timeout, idle transaction, read-only server. */
const CODES = new Set([LOCK_TIMEOUT_SQLSTATE, '25P03', READ_ONLY_SQLSTATE])

function gaveUp({ code = '' }: pg.DatabaseError): boolean {
  return CLASSES.has(code.slice(0, 2)) || CODES.has(code)
}

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return LOST_LINE.test(error.code)
  return LOST_IN_WORDS.test(error.message)
}

const LOST_LINE = /^(E[A-Z]+|EAI_AGAIN|ERR_STREAM_\w+)$/
const LOST_IN_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/

/** Rows per statement, so that locks stay short. */
export const ROWS_PER_BATCH = 1000

type Changed = { length: number }

/** Repeats a change of at most `limit` rows until it finds fewer. Each batch commits: pass no transaction. */
export async function runInBatches(change: (limit: number) => Promise<Changed>): Promise<void> {
  let changed: Changed
  do {
    changed = await change(ROWS_PER_BATCH)
  } while (changed.length >= ROWS_PER_BATCH)
}

/** Logs a failure and goes on with the batch; only an unavailable database stops it. Returns whether it succeeded. */
export async function runIsolated(about: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error) && databaseErrorCode(error) === undefined) throw error
    log.error(`${about} could not be processed`, { err: error })
    return false
  }
}
