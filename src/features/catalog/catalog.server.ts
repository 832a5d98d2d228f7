import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Category, Product, ProductPage } from './catalog.contract.ts'
import { categories, products } from './catalog.table.server.ts'

/** Everything that is for sale, in the order in which the house brought it out. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await selectForSale(db).orderBy(asc(products.id)).prepare('catalog_list_products').execute()
  return rows.map(toProduct)
}

export type PageOfProducts = { products: Product[]; total: number; nextCursor?: number }

/** A part of the list, from after the product that `cursor` names. */
export async function listProductPage(db: Db, { limit, cursor }: ProductPage): Promise<PageOfProducts> {
  const all = await listProducts(db)
  const last = cursor === undefined ? -1 : all.findIndex((product) => product.id === cursor)
  if (cursor !== undefined && last === -1) throw new ShopError('invalid', 'That page is no longer there.')
  const rest = all.slice(last + 1)
  const page = rest.slice(0, limit)
  return { products: page, total: all.length, nextCursor: page.length < rest.length ? page.at(-1)?.id : undefined }
}

/** One product that is for sale. */
export async function getProduct(db: Db, id: number): Promise<Product> {
  const [row] = await selectForSale(db, eq(products.id, sql.placeholder('id')))
    .prepare('catalog_get_product')
    .execute({ id })
  if (!row) throw new ShopError('not-found', "The product you're looking for doesn't exist.")
  return toProduct(row)
}

/** The categories in the order in which the house made them. */
export async function listCategories(db: Db): Promise<Category[]> {
  return db.select({ id: categories.id, name: categories.name }).from(categories).orderBy(asc(categories.id))
}

type ProductRow = Omit<Product, 'price'> & { pricePaise: number }

function selectForSale(db: Db, condition?: ReturnType<typeof eq>) {
  return db
    .select({
      id: products.id,
      name: products.name,
      description: products.description,
      pricePaise: products.pricePaise,
      stock: sql<number>`${products.stock} - ${products.reserved}`,
      minStock: products.minStock,
      sku: products.sku,
      imageUrl: products.imageUrl,
      categoryId: products.categoryId,
      category: { id: categories.id, name: categories.name },
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isNull(products.archivedAt), condition))
}

function toProduct({ pricePaise, ...row }: ProductRow): Product {
  return { ...row, price: rupees(paise(pricePaise)) }
}
