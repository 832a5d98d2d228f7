import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Db } from '#src/db/database.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { type AuditChain, verifyAuditChain } from '#src/features/audit/audit-chain.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { findBrokenInvariants } from './invariants.server.ts'

const TIMEOUT_MS = 120_000

/** Checks all invariants and the audit chain. Violations are logged, and the admin gets a mail once a day. Returns how many. */
export async function runConsistencyCheck(
  database: Pick<Database, 'db' | 'kind' | 'createDirectClient'>,
  { adminEmail, now, signal }: { adminEmail: string; now: Date; signal?: AbortSignal },
): Promise<number> {
  const { db } = database
  const broken = database.kind === 'embedded' ? await runAll(db) : await withLongTimeout(database, runAll, signal)
  const violations = Object.keys(broken)
  if (violations.length === 0) return 0
  log.error('The consistency check found a problem', { checks: violations })
  await alertAdmins(db, {
    mail: consistencyMail(broken),
    idempotencyKey: `self-check:${now.toISOString().slice(0, 10)}`,
    fallback: adminEmail,
    now,
  })
  return violations.length
}

export function consistencyMail(broken: Record<string, string[]>) {
  return composeMail('consistency-check', 'The consistency check found a problem', [
    'The hourly check of the data found something that is wrong.',
    ...Object.entries(broken).map(
      ([sentence, what]) => `This must always hold: ${sentence}.\nIt does not hold for: ${what.join(', ')}`,
    ),
    'Please forward this to the operator of the server. The guide to operations says what to do, under Incidents.',
  ])
}

async function runAll(db: Db): Promise<Record<string, string[]>> {
  return { ...(await findBrokenInvariants(db)), ...describeBrokenAuditChain(await verifyAuditChain(db)) }
}

/** Runs queries with a long timeout. Shutdown aborts them through `signal`; the next run repeats them. */
async function withLongTimeout<T>(
  database: Pick<Database, 'createDirectClient'>,
  ask: (db: Db) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = database.createDirectClient('consistency check', { query_timeout: TIMEOUT_MS })
  // A lost connection fails the query; an unhandled error event would end the process.
  client.on('error', () => {})
  const breakOff = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', breakOff, { once: true })
  try {
    await client.connect()
    // `set local`, because a pooler may hand the connection to another client.
    return await drizzle({ client }).transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`))
        return ask(tx)
      },
      { accessMode: 'read only' },
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', breakOff)
    await client.end()
  }
}

/** Describes a broken audit chain. Not one of the invariants, because entries are chained at commit. */
export function describeBrokenAuditChain({ brokenAt, unchained }: AuditChain): Record<string, string[]> {
  const what = [
    ...(brokenAt === undefined ? [] : [`it breaks at entry ${brokenAt}`]),
    ...(unchained === 0 ? [] : [`${unchained} entries are not chained`]),
  ]
  return what.length > 0 ? { 'the audit log is an unbroken hash chain': what } : {}
}
