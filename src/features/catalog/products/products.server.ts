import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { ProductFamily } from '#src/features/catalog/families/families.contract.ts'
import { familyForSale, listSizesForSale } from '#src/features/catalog/families/family-sizes.server.ts'
import type { FoodFacts, ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import { toProductLabel } from '#src/features/catalog/food/product-facts.server.ts'
import { storedPictures, toImages } from '#src/features/catalog/images/product-pictures.server.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { storedTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { availableStock } from './product-row.server.ts'
import type { DescribedProduct, ListedCategory, Product, ProductDetail } from './products.contract.ts'
import { categories, productFacts, products, SHELF_LIFE_DAYS } from './products.table.server.ts'

/** Lists all products for sale with their facts, oldest first. Unbounded: not for pages. */
export async function listProducts(db: Db): Promise<DescribedProduct[]> {
  const rows = await selectForSale(db).orderBy(asc(products.id)).prepare('catalog_list_products').execute()
  return rows.map(toDescribedProduct)
}

export async function findProductsById(db: Db, ids: readonly number[]): Promise<Map<number, Product>> {
  const rows = await selectForSale(db, inArray(products.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, toProduct(row)]))
}

/** How soon these products melt and how long they keep; unknown ids are skipped. */
export async function findKeeping(db: Db, ids: readonly number[]) {
  return db
    .select({ meltClass: products.meltClass, shelfLifeDays: SHELF_LIFE_DAYS })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(inArray(products.id, [...ids]))
}

/** Finds a product for sale with all its facts. */
export async function getProduct(db: Db, id: number): Promise<ProductDetail> {
  const more = { pictures: storedPictures, isHidden: sql<boolean>`${categories.hiddenAt} is not null` }
  const [row] = await selectWith(db, more)
    .where(and(isNull(products.archivedAt), eq(products.id, sql.placeholder('id'))))
    .prepare('catalog_get_product')
    .execute({ id })
  if (!row) throw new DomainError('not-found', "The product you're looking for doesn't exist.")
  const { pictures, isHidden, ...product } = row
  const category = { ...product.category, ...(isHidden && { hidden: true as const }) }
  const sizes = product.family && (await listSizesForSale(db, product.family.id))
  return {
    ...toDescribedProduct(product),
    category,
    images: toImages({ ...product, pictures }),
    ...(sizes && { sizes }),
  }
}

/** Lists the categories that customers see, in their order. */
export async function listCategories(db: Db): Promise<ListedCategory[]> {
  const { id, name, description, imageUrl } = categories
  return db
    .select({ id, name, description, imageUrl })
    .from(categories)
    .where(isNull(categories.hiddenAt))
    .orderBy(asc(categories.position), asc(id))
}

type PricedRow = Omit<Product, 'price' | 'family' | 'tiers' | keyof ProductLabel> & {
  pricePaise: number
  facts: FoodFacts | null
  family: ProductFamily | null
  tiers: PriceTier[] | null
}

/** Selects products for sale with their category and facts. */
export const selectForSale = (db: Db, condition?: SQL) =>
  selectWith(db, {}).where(and(isNull(products.archivedAt), condition))

function selectWith<More extends Record<string, SQL>>(db: Db, more: More) {
  return db
    .select({
      id: products.id,
      name: products.name,
      description: products.description,
      pricePaise: products.pricePaise,
      stock: availableStock,
      minStock: products.minStock,
      maxPerOrder: products.maxPerOrder,
      sku: products.sku,
      imageUrl: products.imageUrl,
      categoryId: products.categoryId,
      category: { id: categories.id, name: categories.name },
      facts: productFacts.facts,
      family: familyForSale,
      tiers: storedTiers,
      ...more,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
}

export function toProduct({ pricePaise, facts, family, tiers, ...row }: PricedRow): Product {
  return {
    ...row,
    price: rupees(paise(pricePaise)),
    ...toProductLabel(facts ?? {}),
    ...(family && { family }),
    ...(tiers && { tiers }),
  }
}

const toDescribedProduct = (row: PricedRow): DescribedProduct => ({ ...toProduct(row), facts: row.facts ?? {} })

/** Finds product names, archived products included. */
export async function findProductNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
