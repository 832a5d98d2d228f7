import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { PLACEHOLDER_IMAGE } from '#src/core/images/static-image.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { isProductId } from '#src/features/catalog/products/product-id.ts'
import type { OrderedItem } from './pending-order.ts'

/** One product in the cart as the browser stores it. `price` is in rupees. */
export type CartLine = { productId: number; productName: string; price: number; imageUrl: string; quantity: number }

export function clampQuantity(quantity: number, max = MAX_LINE_QUANTITY): number {
  return Number.isNaN(quantity) ? 1 : Math.min(max, Math.max(1, Math.trunc(quantity)))
}

export function subtractOrdered(lines: readonly CartLine[], bought: readonly OrderedItem[]): CartLine[] {
  const boughtQuantities = new Map(bought.map((item) => [item.productId, item.quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (boughtQuantities.get(line.productId) ?? 0) }))
    .filter((line) => line.quantity > 0)
}

export function imageOrPlaceholder(imageUrl: string | null | undefined): string {
  return imageUrl?.trim() || PLACEHOLDER_IMAGE
}

/** Validates the stored cart, which anyone can edit, and drops bad lines. Null if it is not a cart. */
export function parseStoredCart(text: string | null): { items: CartLine[]; sessionId: string } | null {
  const stored = asRecord(asRecord(parseJsonOrNull(text)).state)
  if (!Array.isArray(stored.items) || typeof stored.sessionId !== 'string') return null
  const lines = stored.items.map(parseLine).filter((line) => line !== null)
  return { items: [...new Map(lines.map((line) => [line.productId, line])).values()], sessionId: stored.sessionId }
}

function parseLine(stored: unknown): CartLine | null {
  const { productId, productName, price, imageUrl, quantity } = asRecord(stored)
  if (!isProductId(productId)) return null
  if (typeof price !== 'number' || !(price >= 0 && price <= 10_000_000)) return null
  if (typeof quantity !== 'number' || !(quantity >= 1)) return null
  if (typeof productName !== 'string' || productName === '') return null
  const picture = typeof imageUrl === 'string' ? imageUrl : null
  return { productId, productName, price, imageUrl: imageOrPlaceholder(picture), quantity: clampQuantity(quantity) }
}
