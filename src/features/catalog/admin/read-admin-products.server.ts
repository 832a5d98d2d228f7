import { and, count, eq, getTableColumns, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { containsText } from '#src/db/search.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { toProductLabel } from '#src/features/catalog/food/product-facts.server.ts'
import { lacksFacts } from '#src/features/catalog/food/stored-facts.server.ts'
import type { ProductPicture } from '#src/features/catalog/images/product-pictures.contract.ts'
import { storedPictures, toImages } from '#src/features/catalog/images/product-pictures.server.ts'
import {
  availableStock,
  type ProductRow,
  productNameKey,
  productNotFound,
} from '#src/features/catalog/products/product-row.server.ts'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { categories, productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { storedTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { waitingCount } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import type { AdminProduct, AdminProductPageQuery } from './admin-products.contract.ts'
import type { ProductStatusFilter } from './product-input.ts'

/** Lists a page of the admin's products by name, after the product of `cursor`. */
export async function listAdminProducts(db: Db, { q, status, limit, cursor }: AdminProductPageQuery) {
  const wanted = and(filters[status ?? 'all'], q ? containsText(products.searchText, q, { before: 1 }) : undefined)
  const after = isAfterCursor(cursor, { table: products, by: productNameKey, ascending: true })
  const rows = await selectAdminProducts(db)
    .where(and(wanted, after))
    .orderBy(productNameKey, products.id)
    .limit(limit + 1)
  return { ...toPage(rows.map(toAdminProduct), limit), total: await countProducts(db, wanted) }
}

export async function getAdminProduct(db: Db, id: number): Promise<AdminProduct> {
  const [row] = await selectAdminProducts(db).where(eq(products.id, id))
  if (!row) throw productNotFound()
  return toAdminProduct(row)
}

const filters: Record<ProductStatusFilter | 'all', SQL | undefined> = {
  all: isNull(products.archivedAt),
  low: and(isNull(products.archivedAt), lte(availableStock, products.minStock)),
  'sold-out': and(isNull(products.archivedAt), lte(availableStock, 0)),
  incomplete: lacksFacts,
  archived: isNotNull(products.archivedAt),
}

const { searchText: _, ...PRODUCT_COLUMNS } = getTableColumns(products)

function selectAdminProducts(db: Db) {
  return db
    .select({
      ...PRODUCT_COLUMNS,
      category: { id: categories.id, name: categories.name },
      facts: productFacts.facts,
      tiers: storedTiers,
      pictures: storedPictures,
      waiting: waitingCount,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
}

const countProducts = async (db: Db, wanted: SQL | undefined) =>
  onlyRow(
    await db
      .select({ total: count() })
      .from(products)
      .leftJoin(productFacts, eq(productFacts.productId, products.id))
      .where(wanted),
  ).total

type AdminProductRow = ProductRow & { category: Category; facts: FoodFacts | null; pictures: ProductPicture[] } & {
  tiers: PriceTier[] | null
  waiting: number
}

function toAdminProduct({
  pricePaise,
  archivedAt,
  updatedAt,
  pictures,
  tiers,
  createdAt: _,
  ...row
}: AdminProductRow): AdminProduct {
  const facts = row.facts ?? {}
  return {
    ...row,
    ...toProductLabel(facts),
    facts,
    images: toImages({ ...row, pictures }),
    price: rupees(paise(pricePaise)),
    archivedAt: archivedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    ...(tiers && { tiers }),
  }
}
