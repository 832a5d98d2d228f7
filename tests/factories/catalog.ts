import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import {
  categories,
  productFacts,
  productFamilies,
  products,
  stockLedger,
} from '#src/features/catalog/products/products.table.server.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { priceTiers } from '#src/features/catalog/tiers/price-tiers.table.server.ts'

let made = 0

export type ProductRow = typeof products.$inferSelect

export async function insertCategory(db: Db, name?: string) {
  made += 1
  return onlyRow(
    await db
      .insert(categories)
      .values({ name: name ?? `Single Origin ${made}` })
      .returning(),
  )
}

/** Inserts a product with its ledger row; in a new category unless one is given. */
export async function insertProduct(db: Db, wanted: Partial<typeof products.$inferInsert> = {}): Promise<ProductRow> {
  made += 1
  const product = onlyRow(
    await db
      .insert(products)
      .values({
        name: `Anamalai Dark ${made}`,
        description: 'Seventy percent, from one estate in the Anamalai hills.',
        pricePaise: 450_00,
        stock: 25,
        minStock: 5,
        sku: `GC-TEST-${made}`,
        categoryId: wanted.categoryId ?? (await insertCategory(db)).id,
        ...wanted,
      })
      .returning(),
  )
  if (product.stock > 0)
    await db.insert(stockLedger).values({ productId: product.id, change: product.stock, reason: 'opening' })
  return product
}

export async function insertFacts(db: Db, productId: number, facts: FoodFacts): Promise<void> {
  await db.insert(productFacts).values({ productId, facts })
}

/** Inserts products as the sizes of a family, in this order. */
export async function insertFamily<const Sizes extends readonly Partial<typeof products.$inferInsert>[]>(
  db: Db,
  name: string,
  sizes: Sizes,
): Promise<{ [Nth in keyof Sizes]: ProductRow }> {
  const { id: familyId } = onlyRow(await db.insert(productFamilies).values({ name }).returning())
  const rows: ProductRow[] = []
  for (const [index, size] of sizes.entries()) {
    const sizeLabel = size.sizeLabel ?? `${index + 1} pieces`
    const named = { name: `${name} · ${sizeLabel}`, familyId, sizeLabel, sizePosition: index + 1 }
    rows.push(await insertProduct(db, { ...size, ...named }))
  }
  return rows as { [Nth in keyof Sizes]: ProductRow }
}

/** Sets the price tiers of a product, or of its family. */
export async function insertPriceTiers(
  db: Db,
  { id, familyId }: Pick<ProductRow, 'id' | 'familyId'>,
  tiers: readonly PriceTier[],
): Promise<void> {
  const owner = familyId === null ? { productId: id } : { familyId }
  await db.insert(priceTiers).values(tiers.map(({ from, percent }) => ({ ...owner, fromQuantity: from, percent })))
}
