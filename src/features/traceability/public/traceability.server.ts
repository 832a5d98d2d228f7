import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { certificateStatus } from '#src/features/traceability/batch.ts'
import { parseBatchId } from '#src/features/traceability/batch-values.ts'
import { type Batch, NewBatch } from '#src/features/traceability/traceability.contract.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'

const isPublished = isNotNull(batches.publishedAt)

/** Returns a published batch, with the status of its certificates as of today. */
export async function getBatch(db: Db, typed: string, now = new Date()): Promise<Batch> {
  const batchId = parseBatchId(typed)
  const [row] = batchId
    ? await db
        .select()
        .from(batches)
        .where(and(eq(batches.batchId, batchId), isPublished))
    : []
  if (!row) throw new DomainError('not-found', 'We do not know this batch.')
  return toBatch(row, now)
}

/** Returns the newest published batch, or the sample if there is none. */
export async function getNewestBatch(db: Db, now = new Date()): Promise<Batch> {
  const [row] = await db
    .select()
    .from(batches)
    .where(isPublished)
    .orderBy(batches.isSample, desc(batches.createdAt))
    .limit(1)
  if (!row) throw new DomainError('not-found', 'There is no batch to show yet.')
  return toBatch(row, now)
}

/** Publishes a batch unless it exists already. Throws on an incomplete record. */
export async function seedBatch(db: Db, batch: NewBatch): Promise<void> {
  await db
    .insert(batches)
    .values({ ...NewBatch.parse(batch), publishedAt: new Date() })
    .onConflictDoNothing({ target: batches.batchId })
}

function toBatch(row: typeof batches.$inferSelect, now: Date): Batch {
  const today = shopDay(now)
  const certifications = row.certifications.map((one) => ({ ...one, status: certificateStatus(one, today) }))
  const { createdAt: _, publishedAt: __, version: ___, ...batch } = row
  return { ...batch, certifications }
}
