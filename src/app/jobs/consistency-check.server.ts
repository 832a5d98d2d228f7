import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, type Db, directConnectionOptions } from '#src/db/database.server.ts'
import { verifyAuditChain } from '#src/features/audit/audit-chain.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { describeBrokenAuditChain } from './audit-chain-check.server.ts'
import { findBrokenInvariants } from './invariants.server.ts'

/** A big shop takes longer to look over than any visitor waits. */
const TIMEOUT_MS = 120_000

/** For the clock: asks whether everything holds that must. What does not is logged, and the maker is told once a day. */
export async function runConsistencyCheck(
  database: Pick<Database, 'db' | 'kind' | 'pool' | 'directUrl'>,
  { adminEmail, now, signal }: { adminEmail: string; now: Date; signal?: AbortSignal },
): Promise<void> {
  const { db } = database
  const broken = database.kind === 'embedded' ? await lookOver(db) : await patiently(database, lookOver, signal)
  const sentences = Object.keys(broken)
  if (sentences.length === 0) return
  log.error('Something in the data of the shop does not hold', { checks: sentences })
  const found = Object.entries(broken).map(
    ([sentence, what]) => `It should hold that ${sentence}.\nNot so: ${what.join(', ')}`,
  )
  await queueMessage(db, {
    channel: 'email',
    dedupeKey: `self-check:${now.toISOString().slice(0, 10)}:${adminEmail}`,
    to: adminEmail,
    subject: 'Something in the books of the shop does not hold',
    text: `The shop looks over its own data every hour, and found what must not be.\n\n${found.join('\n\n')}\n\nWhoever runs the shop finds what to do in docs/operations.md, under Incidents.`,
  })
}

async function lookOver(db: Db): Promise<Record<string, string[]>> {
  return { ...(await findBrokenInvariants(db)), ...describeBrokenAuditChain(await verifyAuditChain(db)) }
}

/** A process that goes breaks the question off, and says that it did (`signal`): the next one asks it again. */
async function patiently<T>(
  database: Pick<Database, 'pool' | 'directUrl'>,
  ask: (db: Db) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({ ...directConnectionOptions(database), query_timeout: TIMEOUT_MS })
  // A line that is lost ends the question, which says so. Without a listener it would end the process besides.
  client.on('error', () => {})
  const breakOff = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', breakOff, { once: true })
  try {
    await client.connect()
    // For this transaction alone: a pooler may give the connection to somebody else after it.
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
