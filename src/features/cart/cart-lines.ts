import { asRecord, type Guards, parseJsonOrNull, pickFields, readFields } from '#src/browser/safe-json.ts'
import { PLACEHOLDER_IMAGE } from '#src/core/images/static-image.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { isProductId } from '#src/features/catalog/products/product-id.ts'
import type { CartItem } from './quote/cart-quote.contract.ts'

/** The ordered quantity, and what the cart shows of the product. `price` is in rupees. */
export type CartLine = CartItem & { productName: string; price: number; imageUrl: string }

/** Not zod: even zod/mini is 4.5 KB more script, and the product pages have no room for it. */
const CART_ITEM: Guards<CartItem> = { productId: isProductId, quantity: isQuantity }
const CART_LINE: Guards<CartLine> = { ...CART_ITEM, productName: isText, price: isPrice, imageUrl: isText }

/** The part of a cart line that is ordered. */
export const toCartItem = (line: CartItem): CartItem => pickFields(line, CART_ITEM)

export function readCartItems(stored: readonly unknown[]): CartItem[] {
  return stored.map((item) => readFields(item, CART_ITEM)).filter((item) => item !== null)
}

/** Validates the stored cart, which anyone can edit, and drops bad lines. Null if it is not a cart. */
export function parseStoredCart(text: string | null): { items: CartLine[]; sessionId: string } | null {
  const stored = asRecord(asRecord(parseJsonOrNull(text)).state)
  if (!Array.isArray(stored.items) || typeof stored.sessionId !== 'string') return null
  const lines = stored.items.map(readLine).filter((line) => line !== null)
  return { items: [...new Map(lines.map((line) => [line.productId, line])).values()], sessionId: stored.sessionId }
}

function readLine(stored: unknown): CartLine | null {
  const { imageUrl, ...fields } = asRecord(stored)
  const picture = imageOrPlaceholder(typeof imageUrl === 'string' ? imageUrl : null)
  const line = readFields({ ...fields, imageUrl: picture }, CART_LINE)
  return line && { ...line, quantity: clampQuantity(line.quantity) }
}

export function clampQuantity(quantity: number, max = MAX_LINE_QUANTITY): number {
  return Number.isNaN(quantity) ? 1 : Math.min(max, Math.max(1, Math.trunc(quantity)))
}

export function subtractOrdered(lines: readonly CartLine[], bought: readonly CartItem[]): CartLine[] {
  const boughtQuantities = new Map(bought.map((item) => [item.productId, item.quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (boughtQuantities.get(line.productId) ?? 0) }))
    .filter((line) => line.quantity > 0)
}

export function imageOrPlaceholder(imageUrl: string | null | undefined): string {
  return imageUrl?.trim() || PLACEHOLDER_IMAGE
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && value >= 1
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 10_000_000
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
