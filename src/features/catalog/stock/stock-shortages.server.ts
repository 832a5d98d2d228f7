import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { products, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import type { StockLine } from './stock-reservations.server.ts'

/** Lists in words the products of which fewer pieces are free than the lines need. The owner's reservations count as free. */
export async function listShortages(db: Db, lines: readonly StockLine[], ownerId?: string): Promise<string[]> {
  const byProduct = Map.groupBy(lines, ({ productId }) => productId)
  const own = ownerId
    ? sql<number>`coalesce((select sum(r.quantity) from ${stockReservations} r
        where r.product_id = ${products}.id and r.owner_id = ${ownerId}::uuid), 0)::int`
    : sql<number>`0`
  const free = sql<number>`${products.stock} - ${products.reserved} + ${own}`.mapWith(Number)
  const rows = await db
    .select({ id: products.id, name: products.name, free })
    .from(products)
    .where(and(inArray(products.id, [...byProduct.keys()]), isNull(products.archivedAt)))
    .orderBy(products.name)
  return rows.flatMap(({ id, name, free }) => {
    const needed = (byProduct.get(id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    return needed > free ? [`We have only ${Math.max(0, free)} of the ${needed} pieces of ${name} that you need.`] : []
  })
}

export async function findStock(db: Db, ids: number[]): Promise<{ id: number; name: string; stock: number }[]> {
  const { id, name, stock } = products
  return db.select({ id, name, stock }).from(products).where(inArray(id, ids)).orderBy(id)
}
