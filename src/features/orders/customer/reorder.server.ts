import { DomainError } from '#src/core/domain-error.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { findProductsById } from '#src/features/catalog/products/products.server.ts'
import { priceTogether } from '#src/features/catalog/tiers/price-tiers.ts'
import { findOrder, listOrdersById } from '#src/features/orders/lookup/list-orders.server.ts'
import { listParcelRows } from '#src/features/orders/lookup/order-parcels.server.ts'
import { wasDelivered } from '#src/features/orders/order-status.ts'
import type { Order, Reorder } from '#src/features/orders/orders.contract.ts'

export async function planReorder(db: Db, { userId, orderId }: { userId: string; orderId: string }): Promise<Reorder> {
  const order = await findRepeatable(db, { userId, orderId })
  if (!wasDelivered(order.status))
    throw new DomainError('conflict', 'You can reorder once the order has been delivered.')
  const products = await findProductsById(
    db,
    order.items.flatMap(({ product }) => product.id ?? []),
  )
  const lines = order.items.map((item) => ({
    item,
    product: item.product.id === null ? undefined : products.get(item.product.id),
  }))
  const added = lines.flatMap(({ item, product }) => (product ? available(item, product) : []))
  const priceOf = priceTogether(added, products)
  return {
    added,
    changed: lines.flatMap(({ item, product }) =>
      product && product.stock > 0 ? priceChange(item, { ...product, ...priceOf(product) }) : [],
    ),
    skipped: lines.flatMap(({ item, product }) => shortage(item, product)),
  }
}

/** Of an order to several people what most of them got: one parcel fills the cart, and the checkout sends it to many. */
async function findRepeatable(db: Db, { userId, orderId }: { userId: string; orderId: string }): Promise<Order> {
  const { row, order } = await findOrder(db, { userId }, orderId)
  if (row.groupId !== row.id) return order
  const arrived = (await listParcelRows(db, row.groupId)).filter(({ status }) => wasDelivered(status))
  const parcels = await listOrdersById(
    db,
    arrived.map(({ id }) => id),
  )
  const contentOf = ({ items }: Order) => JSON.stringify(items.map(({ product, quantity }) => [product, quantity]))
  const [commonest] = [...Map.groupBy(parcels, contentOf).values()].sort((one, other) => other.length - one.length)
  return commonest?.[0] ?? order
}

type Item = Order['items'][number]

function available({ quantity }: Item, { id, name, price, imageUrl, stock, maxPerOrder }: Product): Reorder['added'] {
  const pieces = Math.min(quantity, stock)
  return pieces > 0 ? [{ productId: id, name, price, imageUrl, maxPerOrder, quantity: pieces }] : []
}

function priceChange(item: Item, { id, name, price }: Pick<Product, 'id' | 'name' | 'price'>): Reorder['changed'] {
  const isSame = paiseFromRupees(item.price) === paiseFromRupees(price)
  const wasReplacement = item.price === 0
  return isSame || wasReplacement ? [] : [{ productId: id, name, was: item.price, now: price }]
}

function shortage({ product: { id, name }, quantity }: Item, product: Product | undefined): Reorder['skipped'] {
  if (id === null) return [{ productId: id, name, quantity, reason: 'is made to order: please compose it again' }]
  if (!product) return [{ productId: id, name, quantity, reason: 'no longer sold' }]
  const missing = quantity - Math.max(0, product.stock)
  if (missing <= 0) return []
  const reason = product.stock > 0 ? `only ${product.stock} left` : 'sold out'
  return [{ productId: id, name: product.name, quantity: missing, reason }]
}
