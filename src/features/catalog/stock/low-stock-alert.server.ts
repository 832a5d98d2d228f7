import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { mailAdmins } from '#src/features/auth/admins/mail-admins.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { button, composeMail } from '#src/features/notifications/mail/mail.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

/** Alerts admins when a sale took a product below its minimum. Only the sale that crosses it alerts. */
export async function sendLowStockAlerts(tx: Db, owners: readonly { id: string }[]): Promise<void> {
  const { id, name, sku, stock, minStock } = products
  const ids = owners.map((owner) => owner.id)
  const sold = await tx
    .select({ id, name, sku, stock, minStock, quantity: sql<number>`-sum(${stockLedger.change})::int` })
    .from(stockLedger)
    .innerJoin(products, eq(products.id, stockLedger.productId))
    .where(and(inArray(stockLedger.ownerId, ids), eq(stockLedger.reason, 'sold')))
    .groupBy(products.id)
    .orderBy(products.id)
  for (const product of sold.filter(hasJustRunLow))
    await mailAdmins(tx, { ...lowStockMail(product), idempotencyKey: `low-stock:${product.id}:${ids[0]}` })
}

type SoldProduct = { name: string; sku: string; stock: number; minStock: number; quantity: number }

const hasJustRunLow = ({ stock, minStock, quantity }: SoldProduct) => stock <= minStock && stock + quantity > minStock

export function lowStockMail({ name, sku, stock, minStock }: SoldProduct) {
  const left = stock <= 0 ? 'is sold out' : `has ${stock} left`
  return composeMail('low-stock', `Low stock: ${name} ${left}`, [
    `${name} (${sku}) ${left}; its minimum is ${minStock}.`,
    button('Restock it', absoluteUrl('/admin?tab=products&status=low')),
  ])
}
