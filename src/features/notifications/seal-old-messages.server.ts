import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { inBatches } from '#src/platform/in-batches.server.ts'
import { messages } from './messages.table.server.ts'
import { sealedColumns } from './notifications.server.ts'

/** The secret in the link to a quotation (quoting.server.ts). The number of a request is shorter, and no secret. */
const QUOTE_TOKEN = '[?&]quote=([A-Za-z0-9_-]{22})'

/**
 * For the start: seals what a version before migration 0020 has queued in plain words, codes and links to quotations.
 * A backup of that time that is restored brings such messages again, so this is asked at every start.
 */
export async function sealOldMessages(db: Db): Promise<void> {
  const isPlain = and(
    isNull(messages.sealed),
    ne(messages.text, ''),
    // The plain comparison first: it is many times as quick.
    or(messages.isSecret, sql`(${messages.text} like '%quote=%' and ${messages.text} ~ ${QUOTE_TOKEN})`),
  )
  // Most starts find none; then nothing is locked, which a database that takes no writes would refuse.
  if ((await db.$count(messages, isPlain)) === 0) return
  await inBatches((limit) =>
    inTransaction(db, async (tx) => {
      const rows = await tx.select().from(messages).where(isPlain).limit(limit).for('update')
      for (const row of rows) await tx.update(messages).set(sealed(row)).where(eq(messages.id, row.id))
      return rows
    }),
  )
}

/** As if it had been queued today; of what has left, or can never be sent, the words are dropped. */
function sealed(row: typeof messages.$inferSelect) {
  const { subject, text, smsValues, isSecret, sentAt, failedAt } = row
  const secrets = [...text.matchAll(new RegExp(QUOTE_TOKEN, 'g'))].map(([, token = '']) => token)
  const columns = sealedColumns({ subject, text, smsValues, isSecret }, { secrets, of: row.dedupeKey })
  const isOver = sentAt !== null || (isSecret && failedAt !== null)
  return isOver ? { ...columns, sealed: null } : columns
}
