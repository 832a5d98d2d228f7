import { mailAdmins } from '#src/features/account/admin-mail.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { publicLink } from '#src/platform/public-link.server.ts'
import { products } from './catalog.table.server.ts'

/** What an update that takes pieces has to give back. */
export const LEFT = {
  id: products.id,
  name: products.name,
  sku: products.sku,
  stock: products.stock,
  minStock: products.minStock,
}
/** A product after a sale of so many pieces. */
export type Left = { id: number; name: string; sku: string; stock: number; minStock: number; quantity: number }

/**
 * Tells the admins of each product that this sale has brought down to its minimum. Only the sale that crosses it does, so
 * they hear once, and again after the product was restocked. `ownerId` is the order that was sold.
 */
export async function tellLowStock(tx: Db, ownerId: string, sold: readonly Left[]): Promise<void> {
  for (const product of sold)
    if (hasJustRunLow(product))
      await mailAdmins(tx, { ...lowStockMail(product), dedupeKey: `low-stock:${product.id}:${ownerId}` })
}

const hasJustRunLow = ({ stock, minStock, quantity }: Left) => stock <= minStock && stock + quantity > minStock

function lowStockMail({ name, sku, stock, minStock }: Left) {
  const left = stock <= 0 ? 'is sold out' : `has ${stock} left`
  return {
    subject: `Low stock: ${name} ${left}`,
    text: `${name} (${sku}) ${left}; its minimum is ${minStock}.\n\nRestock it: ${publicLink('/admin?tab=products&status=low')}`,
  }
}
