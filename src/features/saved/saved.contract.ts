import { z } from 'zod'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { numberOrText } from '#src/platform/number-or-text.ts'
import { SAVED_KINDS } from './saved.rules.ts'

export const SavedKind = z.enum(SAVED_KINDS)

export const SavedItem = z.strictObject({
  productId: numberOrText(z.int().min(1).max(2_147_483_647)),
  quantity: numberOrText(z.int().min(1).max(MAX_LINE_QUANTITY)),
  kind: SavedKind,
})

/** What the browser has kept; it is added to what the account already holds. */
export const SavedChange = z.strictObject({ items: z.array(SavedItem).max(100) })
export type SavedChange = z.infer<typeof SavedChange>
