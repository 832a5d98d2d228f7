import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { READ_ONLY_SQLSTATE } from './read-only.server.ts'

/** About the time that PostgreSQL takes to restart. */
export const DATABASE_RETRY_SECONDS = 5

/**
 * Whether an error means that the database is unavailable or overloaded. Only Drizzle errors count, because mail
 * servers refuse connections too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof DrizzleQueryError)
      return at.cause instanceof pg.DatabaseError ? gaveUp(at.cause) : isLost(at.cause)
  return false
}

/** The root cause of an error. Drizzle's own message contains customer input. */
export function rootCauseMessage(error: Error): string {
  return error.cause instanceof Error ? rootCauseMessage(error.cause) : error.message || error.name
}

/** SQLSTATE classes: connection, rollback, resources, intervention, system. */
const CLASSES = new Set(['08', '40', '53', '57', '58'])
/** Lock timeout, idle transaction, read-only server. */
const CODES = new Set(['55P03', '25P03', READ_ONLY_SQLSTATE])

function gaveUp({ code = '' }: pg.DatabaseError): boolean {
  return CLASSES.has(code.slice(0, 2)) || CODES.has(code)
}

/** Errors of the driver without a SQLSTATE. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return LOST_LINE.test(error.code)
  return LOST_IN_WORDS.test(error.message)
}

const LOST_LINE = /^(E[A-Z]+|EAI_AGAIN|ERR_STREAM_\w+)$/
const LOST_IN_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/
