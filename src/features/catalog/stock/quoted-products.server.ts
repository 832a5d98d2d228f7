import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { productFacts, products, SHELF_LIFE_DAYS } from '#src/features/catalog/products/products.table.server.ts'
import { findPriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { countPieces, unitPriceAt } from '#src/features/catalog/tiers/price-tiers.ts'
import type { PricedLine, StockLine } from './stock-reservations.server.ts'

export type QuotedProduct = Omit<PricedLine<StockLine>, 'productId' | 'quantity' | 'unitPrice' | 'tierFrom'> & {
  listPrice: Paise
  /** If an order of these lines bought it, without a limit per order. */
  tierPrice: Paise
  available: number
}

/** Finds the products of lines that are on sale, by id, with what they cost today. */
export async function findQuotedProducts(db: Db, lines: readonly StockLine[]): Promise<Map<number, QuotedProduct>> {
  const ids = lines.map(({ productId }) => productId)
  const { id, name, imageUrl, meltClass, pricePaise, familyId } = products
  const available = sql<number>`greatest(0, ${products.stock} - ${products.reserved})`
  const rows = await db
    .select({ id, name, imageUrl, meltClass, pricePaise, familyId, shelfLifeDays: SHELF_LIFE_DAYS, available })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(and(inArray(products.id, ids), isNull(products.archivedAt)))
  const tiers = await findPriceTiers(db, ids)
  const families = new Map(rows.map((row) => [row.id, row.familyId]))
  const piecesOf = countPieces(lines, (product) => families.get(product))
  return new Map(
    rows.map(({ id, pricePaise, familyId: _family, ...product }) => {
      const listPrice = paise(pricePaise)
      return [id, { ...product, listPrice, tierPrice: unitPriceAt(listPrice, tiers.get(id), piecesOf(id)) }]
    }),
  )
}
