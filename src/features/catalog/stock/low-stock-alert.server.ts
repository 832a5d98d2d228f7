import { randomUUID } from 'node:crypto'
import { eq, exists, inArray, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { products, stockLevels } from '#src/features/catalog/products/products.table.server.ts'
import { button, composeMail } from '#src/features/notifications/mail/mail.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

/** Alerts admins once when a product falls to its minimum, whatever the cause, and again only after it was above. */
export async function sendLowStockAlerts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id, name, sku, stock, minStock } = products
    const fallen = await recordFallenLevels(tx)
    if (fallen.length === 0) return
    const low = await tx
      .select({ id, name, sku, stock, minStock })
      .from(products)
      .where(inArray(id, fallen))
      .orderBy(id)
    for (const product of low)
      await alertAdmins(tx, {
        mail: lowStockMail(product),
        idempotencyKey: `low-stock:${product.id}:${randomUUID()}`,
        tag: `low-stock:${product.id}`,
      })
  })
}

export const hasChangedLevel = (db: Db) =>
  exists(db.select().from(products).leftJoin(stockLevels, isOfProduct).where(isChanged))

const isLow = sql`(${products.stock} <= ${products.minStock})`
const isOfProduct = eq(stockLevels.productId, products.id)
const isChanged = sql`${products.archivedAt} is null and ${isLow} is distinct from ${stockLevels.isLow}`

/** Writes changed levels only. Of two processes the second waits for the first, and changes nothing. */
async function recordFallenLevels(tx: Db): Promise<number[]> {
  const { rows } = await tx.execute<{ product_id: number; is_low: boolean; is_new: boolean }>(sql`
    insert into ${stockLevels} as level (product_id, is_low)
    select ${products.id}, ${isLow} from ${products} left join ${stockLevels} on ${isOfProduct}
    where ${isChanged}
    order by ${products.id}
    on conflict (product_id) do update set is_low = excluded.is_low where level.is_low <> excluded.is_low
    returning product_id, is_low, xmax = 0 as is_new`)
  return rows.filter((row) => row.is_low && !row.is_new).map((row) => row.product_id)
}

type LowProduct = { name: string; sku: string; stock: number; minStock: number }

export function lowStockMail({ name, sku, stock, minStock }: LowProduct) {
  const left = stock <= 0 ? 'is sold out' : `has ${stock} left`
  return composeMail('low-stock', `Low stock: ${name} ${left}`, [
    `${name} (${sku}) ${left}; its minimum is ${minStock}.`,
    button('Restock it', absoluteUrl('/admin?tab=products&status=low')),
  ])
}
