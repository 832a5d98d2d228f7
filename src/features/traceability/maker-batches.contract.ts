import { z } from 'zod'
import { numberOrText } from '#src/platform/number-or-text.ts'
import { readBatchId } from './batch-id.rules.ts'
import { Batch, checkJourney } from './traceability.contract.ts'

const BatchId = z
  .string()
  .transform((typed) => readBatchId(typed) ?? '')
  .pipe(z.string().min(1, 'A batch ID has letters, digits and hyphens: GC-2026-114.'))

/** How a batch begins: with the stages of the house, or as another one went. Nobody but the maker sees it yet. */
export const BegunBatch = z.strictObject({
  batchId: BatchId,
  ingredient: Batch.shape.ingredient,
  copyOf: z.uuid().optional(),
})
export type BegunBatch = z.infer<typeof BegunBatch>

/** What the maker writes into a record. Its id is on printed labels, so it stays. */
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
  .superRefine(checkJourney)
export type BatchRecord = z.infer<typeof BatchRecord>

export const BatchChange = z.strictObject({
  /** The version that was edited. */
  version: numberOrText(z.int().min(1)),
  isPublished: z.boolean(),
  record: BatchRecord,
})
export type BatchChange = z.infer<typeof BatchChange>

export const MakerBatch = z.object({
  ...Batch.shape,
  isPublished: z.boolean(),
  version: z.int(),
})
export type MakerBatch = z.infer<typeof MakerBatch>

export const BatchSummary = Batch.pick({ id: true, batchId: true, ingredient: true, isSample: true }).extend({
  stage: z.string(),
  completed: z.int(),
  stages: z.int(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type BatchSummary = z.infer<typeof BatchSummary>
