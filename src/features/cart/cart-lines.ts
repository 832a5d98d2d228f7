import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { PLACEHOLDER_IMAGE } from '#src/core/images/static-image.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { isProductId } from '#src/features/catalog/products/product-id.ts'
import type { OrderedItem } from './pending-order.ts'

/** One product in the cart, as it is kept in the browser. `price` is rupees, as the calls carry them. */
export type CartLine = { productId: number; productName: string; price: number; imageUrl: string; quantity: number }

/** A whole number of pieces from 1 to `most`. Anything that is not a number counts as one piece. */
export function clampQuantity(wanted: number, most = MAX_LINE_QUANTITY): number {
  return Number.isNaN(wanted) ? 1 : Math.min(most, Math.max(1, Math.trunc(wanted)))
}

/** What stays in the cart when these pieces have been bought. */
export function subtractOrdered(lines: readonly CartLine[], bought: readonly OrderedItem[]): CartLine[] {
  const pieces = new Map(bought.map((item) => [item.productId, item.quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (pieces.get(line.productId) ?? 0) }))
    .filter((line) => line.quantity > 0)
}

export function imageOrPlaceholder(imageUrl: string | null | undefined): string {
  return imageUrl?.trim() || PLACEHOLDER_IMAGE
}

/**
 * The cart as the browser kept it. Anyone can have written there, so every line is looked at and a bad one is dropped;
 * text that is no cart at all is null.
 */
export function parseStoredCart(text: string | null): { items: CartLine[]; sessionId: string } | null {
  const kept = asRecord(asRecord(parseJsonOrNull(text)).state)
  if (!Array.isArray(kept.items) || typeof kept.sessionId !== 'string') return null
  const lines = kept.items.map(readKeptLine).filter((line) => line !== null)
  return { items: [...new Map(lines.map((line) => [line.productId, line])).values()], sessionId: kept.sessionId }
}

function readKeptLine(kept: unknown): CartLine | null {
  const { productId, productName, price, imageUrl, quantity } = asRecord(kept)
  if (!isProductId(productId)) return null
  if (typeof price !== 'number' || !(price >= 0 && price <= 10_000_000)) return null
  if (typeof quantity !== 'number' || !(quantity >= 1)) return null
  if (typeof productName !== 'string' || productName === '') return null
  const picture = typeof imageUrl === 'string' ? imageUrl : null
  return { productId, productName, price, imageUrl: imageOrPlaceholder(picture), quantity: clampQuantity(quantity) }
}
