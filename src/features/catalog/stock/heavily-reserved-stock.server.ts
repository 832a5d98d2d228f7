import { isNull, sql } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'

type ReservationThreshold = { part: number; atLeast: number }

export type HeavilyReservedStock = { products: { name: string; reserved: number; stock: number }[]; isShop: boolean }

/** Finds products of which unpaid orders hold too much, and whether they hold too much of all stock. */
export async function findHeavilyReservedStock(
  db: Db,
  { part, atLeast }: ReservationThreshold,
): Promise<HeavilyReservedStock> {
  const { reserved, stock, name } = products
  const isCrowded = sql`${reserved} >= ${atLeast}::int and ${reserved} > ${stock} * ${part}::float8`
  const one = sql`json_build_object('name', ${name}, 'reserved', ${reserved}, 'stock', ${stock})`
  return onlyRow(
    await db
      .select({
        products: sql<HeavilyReservedStock['products']>`coalesce(
          json_agg(${one} order by ${reserved}::float8 / greatest(${stock}, 1) desc, ${name}) filter (where ${isCrowded}), '[]')`,
        isShop: sql<boolean>`coalesce(sum(${reserved}) >= ${atLeast}::int and sum(${reserved}) > sum(${stock}) * ${part}::float8, false)`,
      })
      .from(products)
      .where(isNull(products.archivedAt)),
  )
}
