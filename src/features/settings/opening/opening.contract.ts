import { z } from 'zod'
import { SECTION_NAMES } from '#src/features/settings/setting-names.ts'
import { OPENING_ITEMS } from './opening-checklist.ts'

export const CLOSED_SHOP_BANNER_ID = 'closed-shop'

const OpeningItem = z.object({
  name: z.enum(OPENING_ITEMS),
  title: z.string(),
  /** Null for what the settings do not say. */
  section: z.enum(SECTION_NAMES).nullable(),
  missing: z.string().nullable(),
  note: z.string().optional(),
  /** The field at fault within the section: `phones.0`. */
  field: z.string().nullable(),
})

export const Opening = z.object({
  mode: z.enum(['demo', 'live']),
  isOpen: z.boolean(),
  openedAt: z.iso.datetime().nullable(),
  items: z.array(OpeningItem),
  webhookProblem: z.string().nullable(),
})
export type Opening = z.infer<typeof Opening>
