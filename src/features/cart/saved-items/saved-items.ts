import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { isProductId } from '#src/features/catalog/products/product-params.ts'

/** Saved for later from the cart, or wished for. */
export const SAVED_KINDS = ['later', 'wish'] as const
export type SavedKind = (typeof SAVED_KINDS)[number]

export type SavedItem = { productId: number; quantity: number; kind: SavedKind }
export type SavedItemKey = Pick<SavedItem, 'productId' | 'kind'>

/** `sent`: the account has it too. */
export type StoredSavedItem = SavedItem & { sent: boolean }

/** `userId` is the account of the items that were sent. */
export type StoredSavedItems = { items: StoredSavedItem[]; userId: string | null }

export const MAX_SAVED_ITEMS = 200

export const isSameSavedItem = (one: SavedItemKey, other: SavedItemKey) =>
  one.productId === other.productId && one.kind === other.kind

/** Merges two lists. The larger quantity wins, so merging twice changes nothing. */
export function mergeSavedItems<Item extends SavedItem>(stored: readonly Item[], added: readonly Item[]): Item[] {
  const merged = [...stored]
  for (const item of added) {
    const at = merged.findIndex((known) => isSameSavedItem(known, item))
    const known = merged[at]
    if (!known) merged.push(item)
    else if (item.quantity > known.quantity) merged[at] = item
  }
  return merged
}

export function filterVisibleItems({ items, userId }: StoredSavedItems, viewer: string | null): StoredSavedItem[] {
  return items.filter((item) => !item.sent || userId === viewer)
}

export function mergeAccountItems(stored: StoredSavedItems, answer: readonly SavedItem[]): StoredSavedItem[] {
  const unsent = stored.items.filter((item) => !item.sent)
  return mergeSavedItems(
    answer.map((item) => ({ ...item, sent: true })),
    unsent.filter((item) => !answer.some((known) => isSameSavedItem(known, item) && known.quantity >= item.quantity)),
  )
}

/** Validates the stored list, which anyone can edit. Empty if it is not a list. */
export function parseStoredItems(text: string | null): StoredSavedItems {
  const { items, userId } = asRecord(asRecord(parseJsonOrNull(text)).state)
  const read = Array.isArray(items) ? items.map(parseItem).filter((item) => item !== null) : []
  return {
    items: mergeSavedItems([], read).slice(0, MAX_SAVED_ITEMS),
    userId: typeof userId === 'string' ? userId : null,
  }
}

function parseItem(stored: unknown): StoredSavedItem | null {
  const { productId, quantity, kind, sent } = asRecord(stored)
  const known = SAVED_KINDS.find((one) => one === kind)
  if (!known || !isProductId(productId) || !isQuantity(quantity)) return null
  return { productId, quantity, kind: known, sent: sent === true }
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LINE_QUANTITY
}
