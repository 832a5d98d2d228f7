import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import { asRecord, type Guards, parseJsonOrNull, pickFields, readFields } from '#src/browser/safe-json.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { PLACEHOLDER_IMAGE } from '#src/core/images/static-image.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { isProductId } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'

/** The ordered quantity, and what the cart shows of the product. `price` is in rupees. */
export type CartLine = CartItem & { productName: string; price: number; imageUrl: string }

/** Not zod: even zod/mini is 4.5 KB more script, and the product pages have no room for it. */
const CART_ITEM: Guards<CartItem> = { productId: isProductId, quantity: isQuantity }
const CART_LINE: Guards<CartLine> = { ...CART_ITEM, productName: isText, price: isPrice, imageUrl: isText }

/** `maxPerOrder` is not stored, because the admin can change it. */
export type CartProduct = Pick<Product, 'id' | 'name' | 'price' | 'imageUrl'> & Partial<Pick<Product, 'maxPerOrder'>>

type StoredCart = { items: CartLine[]; sessionId: string }

export type CartState = StoredCart & {
  isOpen: boolean
  /** Returns how many were added: a line holds at most `maxPerOrder`. */
  add: (product: CartProduct, quantity?: number) => number
  /** Zero or less removes the line. */
  setQuantity: (productId: number, quantity: number) => void
  setPrice: (productId: number, price: number) => void
  remove: (productId: number) => void
  removeOrdered: (ordered: readonly CartItem[]) => void
  clear: () => void
  open: () => void
  close: () => void
  toggle: () => void
}

export const CART_KEY = 'golconda-cart'

/** Without a storage (on the server, or if the browser forbids it) the cart lives as long as the page. */
export function createCartStore(storage: TextStorage | undefined) {
  return createPersistedStore<CartState, StoredCart>(
    {
      name: CART_KEY,
      storage,
      read: parseStoredCart,
      keep: ({ items, sessionId }) => ({ items, sessionId }),
    },
    (set, get) => ({
      items: [],
      sessionId: newSessionId(),
      isOpen: false,
      add: (product, quantity = 1) => {
        const before = quantityOf(get(), product.id)
        const after = Math.max(before, clampQuantity(before + quantity, product.maxPerOrder))
        set(({ items }) => ({ items: setLine(items, { ...toLine(product), quantity: after }) }))
        return after - before
      },
      setQuantity: (productId, quantity) => {
        if (quantity <= 0) get().remove(productId)
        else set(({ items }) => ({ items: updateLine(items, productId, { quantity: clampQuantity(quantity) }) }))
      },
      setPrice: (productId, price) => set(({ items }) => ({ items: updateLine(items, productId, { price }) })),
      remove: (productId) => set(({ items }) => ({ items: items.filter((line) => line.productId !== productId) })),
      removeOrdered: (ordered) => set(({ items }) => ({ items: subtractOrdered(items, ordered) })),
      clear: () => set({ items: [] }),
      open: () => set({ isOpen: true }),
      close: () => set({ isOpen: false }),
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
    }),
  )
}

export const useCart = createCartStore(getLocalStorage())

export const cartCount = (cart: CartState): number => cart.items.reduce((sum, line) => sum + line.quantity, 0)
export const cartLines = (cart: CartState): CartLine[] => cart.items

syncAcrossTabs(CART_KEY, useCart.reread)

function addToCart(product: CartProduct, quantity: number, announcement: string): void {
  const added = useCart.getState().add(product, quantity)
  if (added === quantity) showToast({ title: 'Added to cart!', description: announcement })
  else notifyFullLine(product.name, product.maxPerOrder)
}

export function addOneToCart(product: CartProduct): void {
  addToCart(product, 1, `${product.name} has been added to your cart.`)
}

export function addSeveralToCart(product: CartProduct, quantity: number): void {
  addToCart(product, quantity, `${quantity} × ${product.name} added to your cart.`)
}

export function setCartQuantity(line: SizedLine, quantity: number): void {
  const { productId, productName, maxPerOrder = MAX_LINE_QUANTITY } = line
  useCart.getState().setQuantity(productId, Math.min(quantity, maxPerOrder))
  if (quantity > maxPerOrder) notifyFullLine(productName, maxPerOrder)
}

/** `maxPerOrder` is missing until the products are loaded; the cart page shows it later. */
type SizedLine = { productId: number; productName: string; maxPerOrder?: number }

function notifyFullLine(productName: string, maxPerOrder = MAX_LINE_QUANTITY): void {
  showToast({
    title: `At most ${maxPerOrder} of one product`,
    description: `One order holds up to ${maxPerOrder} × ${productName}. For more, please write to us.`,
  })
}

function quantityOf(cart: CartState, productId: number): number {
  return cart.items.find((line) => line.productId === productId)?.quantity ?? 0
}

function toLine(product: CartProduct): Omit<CartLine, 'quantity'> {
  return {
    productId: product.id,
    productName: product.name,
    price: product.price,
    imageUrl: imageOrPlaceholder(product.imageUrl),
  }
}

function setLine(items: CartLine[], line: CartLine): CartLine[] {
  const isNew = !items.some(({ productId }) => productId === line.productId)
  return isNew ? [...items, line] : updateLine(items, line.productId, line)
}

function updateLine(items: CartLine[], productId: number, change: Partial<CartLine>): CartLine[] {
  return items.map((line) => (line.productId === productId ? { ...line, ...change } : line))
}

function newSessionId(): string {
  return `session_${Date.now()}_${Math.random().toString(36).slice(2, 11)}`
}

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
  const line = readFields({ imageUrl: PLACEHOLDER_IMAGE, ...asRecord(stored) }, CART_LINE)
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
