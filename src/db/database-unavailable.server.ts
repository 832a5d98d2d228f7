import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { READ_ONLY_SQLSTATE } from './read-only.server.ts'

/** How long whoever was told so had better wait. A restarted PostgreSQL is there again in about this time. */
export const DATABASE_RETRY_SECONDS = 5

/**
 * Whether this means that the database is away, or so busy that it gave up: no bug, and over in a moment.
 * Only what came out of the database layer counts (Drizzle wraps all of it), because mail servers refuse connections too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof DrizzleQueryError)
      return at.cause instanceof pg.DatabaseError ? gaveUp(at.cause) : isLost(at.cause)
  return false
}

/** What happened at the bottom, in the driver's words. Those of Drizzle carry what people typed. */
export function rootCauseMessage(error: Error): string {
  return error.cause instanceof Error ? rootCauseMessage(error.cause) : error.message || error.name
}

/** Classes of SQLSTATEs: connection, transaction given up, resources, told to stop or to wait, its own machine. */
const CLASSES = new Set(['08', '40', '53', '57', '58'])
/** A lock that was not given in time; a transaction that its owner left alone; a server that takes no writes. */
const CODES = new Set(['55P03', '25P03', READ_ONLY_SQLSTATE])

function gaveUp({ code = '' }: pg.DatabaseError): boolean {
  return CLASSES.has(code.slice(0, 2)) || CODES.has(code)
}

/** Without an answer of the server the driver has codes of the operating system, or only words. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return LOST_LINE.test(error.code)
  return LOST_IN_WORDS.test(error.message)
}

const LOST_LINE = /^(E[A-Z]+|EAI_AGAIN|ERR_STREAM_\w+)$/
const LOST_IN_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/
