import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { parseBatchId } from '#src/features/traceability/batch-values.ts'
import { Batch, validateJourney } from '#src/features/traceability/traceability.contract.ts'

const BatchId = z
  .string()
  .transform((typed) => parseBatchId(typed) ?? '')
  .pipe(z.string().min(1, 'A batch ID has letters, digits and hyphens: GC-2026-114.'))

/** A new draft has the studio's usual stages, or those of the batch it copies. */
export const NewBatchDraft = z.strictObject({
  batchId: BatchId,
  ingredient: Batch.shape.ingredient,
  copyOf: z.uuid().optional(),
})
export type NewBatchDraft = z.infer<typeof NewBatchDraft>

/** The batch id is missing: it is on printed labels and cannot change. */
export const BatchRecord = z
  .strictObject(
    Batch.pick({
      ingredient: true,
      currentStage: true,
      stages: true,
      certifications: true,
      qualityMetrics: true,
      sustainability: true,
    }).shape,
  )
  .superRefine(validateJourney)
export type BatchRecord = z.infer<typeof BatchRecord>

export function recordOf(batch: BatchRecord): BatchRecord {
  const { ingredient, currentStage, stages, certifications, qualityMetrics, sustainability } = batch
  return { ingredient, currentStage, stages, certifications, qualityMetrics, sustainability }
}

export const BatchChange = z.strictObject({
  version: coerceNumber(z.int().min(1).max(2_147_483_647)),
  isPublished: z.boolean(),
  record: BatchRecord,
})
export type BatchChange = z.infer<typeof BatchChange>

export const AdminBatch = z.object({
  ...Batch.shape,
  isPublished: z.boolean(),
  version: z.int(),
})
export type AdminBatch = z.infer<typeof AdminBatch>

export const BatchSummary = Batch.pick({ id: true, batchId: true, ingredient: true, isSample: true }).extend({
  stage: z.string(),
  completed: z.int(),
  stages: z.int(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type BatchSummary = z.infer<typeof BatchSummary>
