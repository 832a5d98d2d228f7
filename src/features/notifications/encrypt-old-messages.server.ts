import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { type Db, inTransaction, runInBatches } from '#src/db/database.server.ts'
import { encryptedColumns } from '#src/features/notifications/outbox/message-encryption.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'

/** The token in the link to a quotation. */
const QUOTE_TOKEN = '[?&]quote=([A-Za-z0-9_-]{22})'

/** Encrypts what versions before migration 0020 queued. Runs at every start: an old backup may bring such messages back. */
export async function encryptOldMessages(db: Db): Promise<void> {
  const isPlain = and(
    isNull(outboxMessages.encryptedText),
    ne(outboxMessages.text, ''),
    // The cheap comparison first.
    or(
      outboxMessages.isSensitive,
      sql`(${outboxMessages.text} like '%quote=%' and ${outboxMessages.text} ~ ${QUOTE_TOKEN})`,
    ),
  )
  // Nothing to do must take no lock, which a read-only database would refuse.
  if ((await db.$count(outboxMessages, isPlain)) === 0) return
  await runInBatches((limit) =>
    inTransaction(db, async (tx) => {
      const rows = await tx.select().from(outboxMessages).where(isPlain).limit(limit).for('update')
      for (const row of rows) await tx.update(outboxMessages).set(encrypted(row)).where(eq(outboxMessages.id, row.id))
      return rows
    }),
  )
}

/** As if it had been queued today; the text of finished messages is dropped. */
function encrypted(row: typeof outboxMessages.$inferSelect) {
  const { subject, text, smsValues, isSensitive, sentAt, failedAt } = row
  const secrets = [...text.matchAll(new RegExp(QUOTE_TOKEN, 'g'))].map(([, token = '']) => token)
  const columns = encryptedColumns({ subject, text, smsValues, isSensitive }, { secrets, of: row.idempotencyKey })
  const isOver = sentAt !== null || (isSensitive && failedAt !== null)
  return isOver ? { ...columns, encryptedText: null } : columns
}
