import { z } from 'zod'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { SAVED_KINDS } from './saved-items.ts'

export const SavedKind = z.enum(SAVED_KINDS)

export const SavedItem = z.strictObject({
  productId: coerceNumber(z.int().min(1).max(2_147_483_647)),
  quantity: coerceNumber(z.int().min(1).max(MAX_LINE_QUANTITY)),
  kind: SavedKind,
})

export const SavedItemsInput = z.strictObject({ items: z.array(SavedItem).max(100) })
export type SavedItemsInput = z.infer<typeof SavedItemsInput>
