import { showToast } from '#src/browser/toast-store.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { type CartProduct, useCart } from './cart-store.ts'

export function addToCart(product: CartProduct, quantity: number, announcement: string): void {
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
