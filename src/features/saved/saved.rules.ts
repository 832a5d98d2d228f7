import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'

/** Put aside out of the cart, or wished for. */
export const SAVED_KINDS = ['later', 'wish'] as const
export type SavedKind = (typeof SAVED_KINDS)[number]

export type SavedItem = { productId: number; quantity: number; kind: SavedKind }
export type SavedKey = Pick<SavedItem, 'productId' | 'kind'>

/** How many things one person may keep. */
export const MAX_SAVED = 200

export const isSame = (one: SavedKey, other: SavedKey) => one.productId === other.productId && one.kind === other.kind

/** Both lists as one: what stands in both keeps the larger quantity, so that merging twice is merging once. */
export function mergeSaved<Item extends SavedItem>(kept: readonly Item[], more: readonly Item[]): Item[] {
  const merged = [...kept]
  for (const item of more) {
    const at = merged.findIndex((known) => isSame(known, item))
    const known = merged[at]
    if (!known) merged.push(item)
    else if (item.quantity > known.quantity)
      merged[at] = { ...item, quantity: Math.min(MAX_LINE_QUANTITY, item.quantity) }
  }
  return merged
}
