import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { toPage } from '#src/db/pages.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { calculateProgress, findCurrentStage } from '#src/features/traceability/batch.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'
import {
  type AdminBatch,
  type BatchChange,
  type BatchSummary,
  type NewBatchDraft,
  recordOf,
} from './admin-batches.contract.ts'
import { copyRecord, createEmptyRecord, findIncompleteParts } from './batch-template.ts'

type Row = typeof batches.$inferSelect

/** Lists batches with drafts, newest first. `cursor` is the id of the last batch of the page before. */
export async function listBatches(db: Db, { limit, cursor }: { limit: number; cursor?: string }) {
  const after = cursor ? await findBatch(db, cursor) : undefined
  const rows = await db
    .select()
    .from(batches)
    .where(
      after &&
        or(
          lt(batches.createdAt, after.createdAt),
          and(eq(batches.createdAt, after.createdAt), lt(batches.id, after.id)),
        ),
    )
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(limit + 1)
  return { ...toPage(rows.map(toSummary), limit), total: await db.$count(batches) }
}

export async function getAdminBatch(db: Db, id: string): Promise<AdminBatch> {
  return toAdminBatch(await findBatch(db, id))
}

export async function createBatch(
  db: Db,
  { batchId, ingredient, copyOf }: NewBatchDraft,
  { by, now }: { by: Actor; now: Date },
): Promise<AdminBatch> {
  return inTransaction(db, async (tx) => {
    const today = shopDay(now)
    const record = copyOf
      ? copyRecord(recordOf(await findBatch(tx, copyOf)), ingredient, today)
      : createEmptyRecord(ingredient, today)
    const [row] = await tx
      .insert(batches)
      .values({ batchId, ...record })
      .onConflictDoNothing({ target: batches.batchId })
      .returning()
    if (!row) throw new DomainError('conflict', `Batch ${batchId} already exists.`)
    await recordChange(tx, { by, entity: 'batch', entityId: batchId, action: 'create', after: auditFields(row) })
    return toAdminBatch(row)
  })
}

/** Changes a batch. Refuses to publish an incomplete record, and to overwrite another admin's change. */
export async function changeBatch(
  db: Db,
  id: string,
  { version, isPublished, record, by }: BatchChange & { by: Actor },
): Promise<AdminBatch> {
  const incomplete = isPublished ? findIncompleteParts(record) : []
  if (incomplete.length > 0)
    throw new DomainError('invalid', `Before you publish, please fill in: ${incomplete.join(', ')}.`)
  return inTransaction(db, async (tx) => {
    const before = await findBatch(tx, id)
    const [row] = await tx
      .update(batches)
      .set({
        ...record,
        publishedAt: isPublished ? (before.publishedAt ?? new Date()) : null,
        version: sql`${batches.version} + 1`,
      })
      .where(and(eq(batches.id, id), eq(batches.version, version)))
      .returning()
    if (!row)
      throw new DomainError('conflict', 'Another admin has just changed this batch. Please check it again.', {
        code: 'changed-meanwhile',
      })
    const change = { by, entity: 'batch', entityId: row.batchId, action: 'update' } as const
    await recordChange(tx, { ...change, before: auditFields(before), after: auditFields(row) })
    return toAdminBatch(row)
  })
}

async function findBatch(db: Db, id: string): Promise<Row> {
  const rows = await db.select().from(batches).where(eq(batches.id, id))
  if (rows.length === 0) throw new DomainError('not-found', 'Batch not found.')
  return onlyRow(rows)
}

const auditFields = (row: Row) => ({ ...recordOf(row), isPublished: row.publishedAt !== null })

function toAdminBatch({ createdAt: _, publishedAt, ...row }: Row): AdminBatch {
  return { ...row, isPublished: publishedAt !== null }
}

function toSummary(row: Row): BatchSummary {
  const { completed, all } = calculateProgress(row.stages)
  return {
    id: row.id,
    batchId: row.batchId,
    ingredient: row.ingredient,
    isSample: row.isSample,
    stage: findCurrentStage(row)?.name ?? '',
    completed,
    stages: all,
    isPublished: row.publishedAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}
