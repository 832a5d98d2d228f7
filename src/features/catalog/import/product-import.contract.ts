import { z } from 'zod'

const ImportLine = z.object({
  /** Of the file, as a text editor counts. */
  line: z.int(),
  sku: z.string(),
  name: z.string(),
  action: z.enum(['create', 'update']),
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(z.string()),
})
export type ImportLine = z.infer<typeof ImportLine>

/** What an import will change, or has changed. Rows that are as the shop is are only counted. */
export const ImportPlan = z.object({
  /** Names exactly these changes: applying asks for it. */
  plan: z.string(),
  applied: z.boolean(),
  creates: z.int(),
  updates: z.int(),
  unchanged: z.int(),
  problems: z.int(),
  lines: z.array(ImportLine),
})
export type ImportPlan = z.infer<typeof ImportPlan>

/** First as a dry run, then with the plan that the dry run gave. */
export const ImportQuery = z
  .strictObject({
    dryRun: z.enum(['true', 'false']).optional(),
    plan: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
  })
  .refine(({ dryRun, plan }) => (dryRun === 'true') !== (plan !== undefined), {
    path: ['dryRun'],
    message: 'First look at the changes (dryRun=true), then apply the plan that was shown (plan=...).',
  })
