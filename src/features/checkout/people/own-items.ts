import { counted, joinNames } from '#src/core/words.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import type { Person } from './people.ts'

export type NamedItem = CartItem & { productName: string }

/** A person's own items, without products that left the cart. Undefined if they get the cart. */
export function toOwnItems({ items }: Person, cart: readonly CartItem[]): CartItem[] | undefined {
  const own = items?.filter(({ productId }) => cart.some((line) => line.productId === productId))
  return own && own.length > 0 ? own : undefined
}

/** '2 × Dark Bar and 1 × Truffle Box' */
export function describeItems(items: readonly CartItem[], cart: readonly NamedItem[]): string {
  const nameOf = (id: number) => cart.find(({ productId }) => productId === id)?.productName ?? ''
  return joinNames(items.map(({ productId, quantity }) => `${quantity} × ${nameOf(productId)}`))
}

/** 'Each person gets: 1 × Dark Bar. 3 people get something else.' */
export function describeGifts(people: readonly Person[], cart: readonly NamedItem[]): string {
  const others = people.filter((person) => toOwnItems(person, cart)).length
  const exception = `${counted(others, 'person gets', 'people get')} something else.`
  return `Each person gets: ${describeItems(cart, cart)}.${others > 0 ? ` ${exception}` : ''}`
}

/** Undefined if these are the items of the cart. */
export function toChangedItems(quantities: ReadonlyMap<number, number>, cart: readonly CartItem[]) {
  const items = cart.flatMap(({ productId }) => {
    const quantity = quantities.get(productId) ?? 0
    return quantity > 0 ? [{ productId, quantity }] : []
  })
  const isCart = cart.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  return isCart ? undefined : items
}
