import { z } from 'zod'
import { previewThenApply } from '#src/core/validation/fields.ts'

const ImportLine = z.object({
  line: z.int(),
  sku: z.string(),
  name: z.string(),
  action: z.enum(['create', 'update']),
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(z.string()),
  /** Why a new product is not for sale yet. */
  notice: z.string().nullable(),
})
export type ImportLine = z.infer<typeof ImportLine>

/** Unchanged rows are only counted. */
export const ImportPlan = z.object({
  /** Hash of these changes; applying requires it. */
  plan: z.string(),
  applied: z.boolean(),
  creates: z.int(),
  updates: z.int(),
  unchanged: z.int(),
  problems: z.int(),
  lines: z.array(ImportLine),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const ImportQuery = previewThenApply(
  'First preview the changes (dryRun=true), then apply the plan that was shown (plan=...).',
)
