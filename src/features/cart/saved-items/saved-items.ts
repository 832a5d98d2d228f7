import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { isProductId } from '#src/features/catalog/products/product-id.ts'

/** Put aside out of the cart, or wished for. */
export const SAVED_KINDS = ['later', 'wish'] as const
export type SavedKind = (typeof SAVED_KINDS)[number]

export type SavedItem = { productId: number; quantity: number; kind: SavedKind }
export type SavedItemKey = Pick<SavedItem, 'productId' | 'kind'>

/** `sent`: the account holds it too. */
export type StoredSavedItem = SavedItem & { sent: boolean }

/** The device's list. `userId` is the account to which the sent ones belong. */
export type StoredSavedItems = { items: StoredSavedItem[]; userId: string | null }

/** How many things one person may keep. */
export const MAX_SAVED_ITEMS = 200

export const isSameSavedItem = (one: SavedItemKey, other: SavedItemKey) =>
  one.productId === other.productId && one.kind === other.kind

/** Both lists as one: what stands in both keeps the larger quantity, so that merging twice is merging once. */
export function mergeSavedItems<Item extends SavedItem>(kept: readonly Item[], more: readonly Item[]): Item[] {
  const merged = [...kept]
  for (const item of more) {
    const at = merged.findIndex((known) => isSameSavedItem(known, item))
    const known = merged[at]
    if (!known) merged.push(item)
    else if (item.quantity > known.quantity) merged[at] = item
  }
  return merged
}

/** What this person may see: what nobody's account holds, and what their own does. */
export function filterVisibleItems({ items, userId }: StoredSavedItems, viewer: string | null): StoredSavedItem[] {
  return items.filter((item) => !item.sent || userId === viewer)
}

/** The account's list has come: it counts, and what the device has not sent yet is added to it. */
export function mergeAccountItems(kept: StoredSavedItems, answer: readonly SavedItem[]): StoredSavedItem[] {
  const unsent = kept.items.filter((item) => !item.sent)
  return mergeSavedItems(
    answer.map((item) => ({ ...item, sent: true })),
    unsent.filter((item) => !answer.some((known) => isSameSavedItem(known, item) && known.quantity >= item.quantity)),
  )
}

/** The list as the browser kept it. Anyone can have written there, so every item is looked at; what is no list is an empty one. */
export function parseStoredItems(text: string | null): StoredSavedItems {
  const { items, userId } = asRecord(asRecord(parseJsonOrNull(text)).state)
  const read = Array.isArray(items) ? items.map(readItem).filter((item) => item !== null) : []
  return {
    items: mergeSavedItems([], read).slice(0, MAX_SAVED_ITEMS),
    userId: typeof userId === 'string' ? userId : null,
  }
}

function readItem(kept: unknown): StoredSavedItem | null {
  const { productId, quantity, kind, sent } = asRecord(kept)
  const known = SAVED_KINDS.find((one) => one === kind)
  if (!known || !isProductId(productId) || !isQuantity(quantity)) return null
  return { productId, quantity, kind: known, sent: sent === true }
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LINE_QUANTITY
}
