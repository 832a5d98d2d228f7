import { z } from 'zod'
import { coerceNumber, multiLineText } from '#src/core/validation/fields.ts'
import { CERTIFICATE_ICONS, parseBatchId, STAGE_STATUSES } from './batch-values.ts'

const line = (maxLength: number) => multiLineText(maxLength).min(1)
const Day = z.iso.date()

export const Coordinates = z.tuple([
  coerceNumber(z.number().min(-180).max(180)),
  coerceNumber(z.number().min(-90).max(90)),
])
export type Coordinates = z.infer<typeof Coordinates>

/** `date` is when the stage began, or is expected to begin. */
export const Stage = z.strictObject({
  id: line(40),
  name: line(100),
  location: line(200),
  coordinates: Coordinates,
  date: Day,
  responsible: line(100),
  description: line(2000),
  status: z.enum(STAGE_STATUSES),
  duration: line(100),
  temperature: line(100),
  humidity: line(100),
  quality_check: z.boolean(),
  notes: line(2000).optional(),
})
export type Stage = z.infer<typeof Stage>

/** Any text is allowed as `status`; an unknown one is shown in grey. */
export const Certification = z.strictObject({
  name: line(100),
  issuer: line(100),
  date: Day,
  validUntil: Day,
  status: line(40),
  icon: z.enum(CERTIFICATE_ICONS),
})
export type Certification = z.infer<typeof Certification>

export const QualityMetric = z.strictObject({
  parameter: line(100),
  value: coerceNumber(z.number()),
  unit: multiLineText(20),
  optimal_range: line(100),
  status: line(40),
})
export type QualityMetric = z.infer<typeof QualityMetric>

export const Sustainability = z.strictObject({
  carbon_footprint: line(100),
  water_usage: line(100),
  fair_trade: z.boolean(),
  organic: z.boolean(),
  local_sourcing: z.boolean(),
  packaging_recyclable: z.boolean(),
})
export type Sustainability = z.infer<typeof Sustainability>

export const Batch = z.strictObject({
  id: z.uuid(),
  ingredient: line(200),
  batchId: z.string().refine((id) => parseBatchId(id) === id, 'This is not a valid batch ID.'),
  currentStage: line(40),
  stages: z.array(Stage).min(1).max(30),
  certifications: z.array(Certification).max(30),
  qualityMetrics: z.array(QualityMetric).max(30),
  sustainability: Sustainability,
  isSample: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

export const NewBatch = Batch.omit({ id: true }).superRefine(validateJourney)
export type NewBatch = z.infer<typeof NewBatch>

/** Checks across fields: stage ids are unique, and the current stage is one of them. */
export function validateJourney(
  { stages, currentStage }: Pick<Batch, 'currentStage'> & { stages: readonly { id: string }[] },
  context: z.RefinementCtx,
): void {
  if (new Set(stages.map(({ id }) => id)).size < stages.length)
    context.addIssue({ code: 'custom', path: ['stages'], message: 'Every stage needs a unique id.' })
  if (!stages.some(({ id }) => id === currentStage))
    context.addIssue({ code: 'custom', path: ['currentStage'], message: 'The current stage is not one of the stages.' })
}
