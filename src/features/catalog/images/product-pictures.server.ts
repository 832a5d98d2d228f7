import { and, asc, eq, exists, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { productPictures, products } from '#src/features/catalog/products/products.table.server.ts'
import type { ProductPicture } from './product-pictures.contract.ts'

/** The stored pictures of the selected product, for a query of products. */
export const storedPictures = sql<ProductPicture[]>`coalesce((
  select jsonb_agg(jsonb_build_object('url', ${productPictures.url}, 'alt', ${productPictures.alt})
    order by ${productPictures.position})
  from ${productPictures} where ${productPictures.productId} = ${products.id}), '[]'::jsonb)`

/** Lists the stored pictures of a product in their order. */
export function listPictures(db: Db, productId: number): Promise<ProductPicture[]> {
  return db
    .select({ url: productPictures.url, alt: productPictures.alt })
    .from(productPictures)
    .where(eq(productPictures.productId, sql.placeholder('productId')))
    .orderBy(asc(productPictures.position))
    .prepare('catalog_list_pictures')
    .execute({ productId })
}

type Pictured = { name: string; imageUrl: string | null; pictures: ProductPicture[] }

/** The pictures to show. A product may have only its `imageUrl`, and a first picture no description of its own. */
export function toImages({ name, imageUrl, pictures }: Pictured): ProductPicture[] {
  const known = pictures.length > 0 || imageUrl === null ? pictures : [{ url: imageUrl, alt: '' }]
  return known.map(({ url, alt }) => ({ url, alt: alt || name }))
}

type SavedPictures = {
  productId: number
  shown?: { name: string; imageUrl: string | null }
  pictures: readonly ProductPicture[] | undefined
  by: Actor
}

/** Replaces the pictures of a product; without any given, the first one follows `imageUrl`. */
export async function savePictures(tx: Db, { productId, shown, pictures, by }: SavedPictures): Promise<void> {
  if (!pictures) return syncFirstPictures(tx, [productId])
  const stored = await listPictures(tx, productId)
  await tx.delete(productPictures).where(eq(productPictures.productId, productId))
  if (pictures.length > 0)
    await tx
      .insert(productPictures)
      .values(pictures.map(({ url, alt }, index) => ({ productId, position: index + 1, url, alt })))
  await recordChange(tx, {
    by,
    entity: 'product',
    entityId: productId,
    action: 'update',
    before: { pictures: shown ? toImages({ ...shown, pictures: stored }) : [] },
    after: { pictures: pictures.map(({ url, alt }) => ({ url, alt: alt || (shown?.name ?? '') })) },
  })
}

/** Follows a change of `imageUrl` alone: it is the first picture, and a product without it has none. */
export async function syncFirstPictures(tx: Db, productIds: number[]): Promise<void> {
  const ofThese = inArray(productPictures.productId, productIds)
  const withoutPicture = tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, productIds), isNull(products.imageUrl)))
  await tx.delete(productPictures).where(inArray(productPictures.productId, withoutPicture))
  const isNowFirst = and(eq(products.id, productPictures.productId), eq(products.imageUrl, productPictures.url))
  await tx
    .delete(productPictures)
    .where(and(ofThese, ne(productPictures.position, 1), exists(tx.select().from(products).where(isNowFirst))))
  await tx
    .update(productPictures)
    .set({ url: sql`${products.imageUrl}`, alt: '' })
    .from(products)
    .where(
      and(
        ofThese,
        eq(productPictures.position, 1),
        eq(products.id, productPictures.productId),
        ne(productPictures.url, products.imageUrl),
      ),
    )
}
