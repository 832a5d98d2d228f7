import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { type CartLine, clampQuantity, imageOrPlaceholder, parseStoredCart, subtractOrdered } from './cart-lines.ts'
import type { CartItem } from './quote/cart-quote.contract.ts'

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
