import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, onlyRow, prepareOnce } from '#src/db/database.server.ts'
import { products, stockReservations } from '#src/features/catalog/products/products.table.server.ts'

const isQuoted = and(isNull(stockReservations.accountId), eq(stockReservations.isKnown, true))

type ReservationThreshold = { part: number; atLeast: number }

export type HeavilyReservedStock = { products: { name: string; reserved: number; stock: number }[]; isShop: boolean }

const selectHeavilyReserved = prepareOnce((db) => {
  const { stock, name } = products
  const quoted = db
    .select({
      productId: stockReservations.productId,
      pieces: sql<number>`sum(${stockReservations.quantity})::int`.as('pieces'),
    })
    .from(stockReservations)
    .where(isQuoted)
    .groupBy(stockReservations.productId)
    .as('quoted')
  const reserved = sql`(${products.reserved} - coalesce(${quoted.pieces}, 0))`
  const [part, atLeast] = [sql`${sql.placeholder('part')}::float8`, sql`${sql.placeholder('atLeast')}::int`]
  const isCrowded = sql`${reserved} >= ${atLeast} and ${reserved} > ${stock} * ${part}`
  const one = sql`json_build_object('name', ${name}, 'reserved', ${reserved}, 'stock', ${stock})`
  return db
    .select({
      products: sql<HeavilyReservedStock['products']>`coalesce(
        json_agg(${one} order by ${reserved}::float8 / greatest(${stock}, 1) desc, ${name}) filter (where ${isCrowded}), '[]')`,
      isShop: sql<boolean>`coalesce(sum(${reserved}) >= ${atLeast} and sum(${reserved}) > sum(${stock}) * ${part}, false)`,
    })
    .from(products)
    .leftJoin(quoted, eq(quoted.productId, products.id))
    .where(isNull(products.archivedAt))
    .prepare('heavily_reserved_stock')
})

/** Finds products of which unpaid orders hold too much, and whether they hold too much of all stock. Quotations are promised. */
export async function findHeavilyReservedStock(db: Db, threshold: ReservationThreshold): Promise<HeavilyReservedStock> {
  return onlyRow(await selectHeavilyReserved(db).execute(threshold))
}
