import { z } from 'zod'
import { SECTION_NAMES } from '#src/features/settings/setting-names.ts'
import { OPENING_ITEMS } from './opening-checklist.ts'

/** The id of what tells an admin, on the pages of a closed shop, that nobody else sees them. */
export const CLOSED_SHOP_BANNER_ID = 'closed-shop'

const OpeningItem = z.object({
  name: z.enum(OPENING_ITEMS),
  title: z.string(),
  /** Where in the settings it is given. */
  section: z.enum(SECTION_NAMES),
  /** What is not there yet, in a sentence; null when all of it is. */
  missing: z.string().nullable(),
  /** Of that section, beside which it is said: `phones.0`; null when nothing is missing. */
  field: z.string().nullable(),
})

/** Whether shoppers are let in, and what a shop needs before they may be. */
export const Opening = z.object({
  /** A demo is open from the first start, and asks for nothing. */
  mode: z.enum(['demo', 'live']),
  isOpen: z.boolean(),
  /** When the shop was opened; null while it is closed, and in a demo. */
  openedAt: z.iso.datetime().nullable(),
  items: z.array(OpeningItem),
})
export type Opening = z.infer<typeof Opening>
