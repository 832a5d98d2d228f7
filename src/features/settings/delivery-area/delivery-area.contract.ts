import { z } from 'zod'
import { previewThenApply } from '#src/core/validation/fields.ts'

export const AREA_LISTS = ['pincodes', 'zones', 'exceptions'] as const
export type AreaList = (typeof AREA_LISTS)[number]

const MAX_FILE_MB = 2
export const MAX_AREA_FILE_BYTES = MAX_FILE_MB * 1024 * 1024
export const AREA_FILE_TOO_LARGE = `The file is larger than ${MAX_FILE_MB} MB. Please send only the columns of the list.`
export const MAX_SERVED_PINCODES = 30_000

export const AreaCounts = z.record(z.enum(AREA_LISTS), z.int())
export type AreaCounts = z.infer<typeof AreaCounts>

const Remark = z.object({ line: z.int(), text: z.string() })
/** What a file would change. Only the first remarks are listed. */
export const AreaPlan = z.object({
  /** Hash of these changes; applying requires it. */
  plan: z.string(),
  applied: z.boolean(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  problems: z.object({ count: z.int(), listed: z.array(Remark) }),
  /** Rows that say the same once more and are left out. */
  duplicates: z.object({ count: z.int(), listed: z.array(Remark) }),
})
export type AreaPlan = z.infer<typeof AreaPlan>

export const AreaFileQuery = previewThenApply(
  'First check the file (dryRun=true), then apply the plan that was shown (plan=...).',
)
