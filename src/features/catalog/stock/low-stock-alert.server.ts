import type { Db } from '#src/db/database.server.ts'
import { mailAdmins } from '#src/features/auth/admins/mail-admins.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

export const STOCK_AFTER_SALE_COLUMNS = {
  id: products.id,
  name: products.name,
  sku: products.sku,
  stock: products.stock,
  minStock: products.minStock,
}
export type StockAfterSale = {
  id: number
  name: string
  sku: string
  stock: number
  minStock: number
  quantity: number
}

/** Alerts admins when this sale takes a product below its minimum. Only the sale that crosses it alerts. */
export async function sendLowStockAlerts(tx: Db, ownerId: string, sold: readonly StockAfterSale[]): Promise<void> {
  for (const product of sold)
    if (hasJustRunLow(product))
      await mailAdmins(tx, { ...lowStockMail(product), idempotencyKey: `low-stock:${product.id}:${ownerId}` })
}

const hasJustRunLow = ({ stock, minStock, quantity }: StockAfterSale) =>
  stock <= minStock && stock + quantity > minStock

function lowStockMail({ name, sku, stock, minStock }: StockAfterSale) {
  const left = stock <= 0 ? 'is sold out' : `has ${stock} left`
  return {
    subject: `Low stock: ${name} ${left}`,
    text: `${name} (${sku}) ${left}; its minimum is ${minStock}.\n\nRestock it: ${absoluteUrl('/admin?tab=products&status=low')}`,
  }
}
