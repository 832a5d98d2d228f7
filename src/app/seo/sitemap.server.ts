import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { INDEXED_PAGES } from '#src/app/pages/page-policies.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { listCategories } from '#src/features/catalog/products/products.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { categorySlug } from '#src/features/catalog/products/products.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'
import { EMPTY_XML, renderXmlDocument, xml } from '#src/server/seo/xml.server.ts'

type Entry = { path: string; changedAt?: Date }

const SCREENS = [...INDEXED_PAGES, ...POLICY_NAMES.map((name) => `/policies/${name}`)]

const ENTRIES_PER_FILE = 10_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export type SitemapOptions = { publicUrl: string; perFile?: number }

/** /sitemap.xml: all public addresses, or an index of several files. */
export async function writeSitemap(db: Db, { publicUrl, perFile = ENTRIES_PER_FILE }: SitemapOptions): Promise<Buffer> {
  const entries = await publicEntries(db)
  const count = Math.ceil(entries.length / perFile)
  if (count <= 1) return urlSet(entries, publicUrl)
  const files = Array.from({ length: count }, (_, at) => `/sitemap-${at + 1}.xml`)
  return renderXmlDocument(
    xml`<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => xml`<sitemap><loc>${new URL(file, publicUrl).href}</loc></sitemap>`)}</sitemapindex>`,
  )
}

export async function countSitemapFiles(db: Db, { perFile = ENTRIES_PER_FILE }: SitemapOptions): Promise<number> {
  return Math.ceil((await publicEntries(db)).length / perFile)
}

export async function writeSitemapFile(
  db: Db,
  { nth, publicUrl, perFile = ENTRIES_PER_FILE }: SitemapOptions & { nth: number },
) {
  const part = (await publicEntries(db)).slice((nth - 1) * perFile, nth * perFile)
  return part.length > 0 ? urlSet(part, publicUrl) : undefined
}

function urlSet(entries: Entry[], publicUrl: string): Promise<Buffer> {
  const urls = entries.map(
    ({ path, changedAt }) =>
      xml`<url><loc>${new URL(path, publicUrl).href}</loc>${changedAt ? xml`<lastmod>${changedAt.toISOString()}</lastmod>` : EMPTY_XML}</url>\n`,
  )
  return renderXmlDocument(xml`<urlset xmlns="${NAMESPACE}">${urls}</urlset>`)
}

async function publicEntries(db: Db): Promise<Entry[]> {
  const [categories, forSale, published, traced] = [
    await listCategories(db),
    await db
      .select({ id: products.id, changedAt: products.updatedAt })
      .from(products)
      .where(isNull(products.archivedAt))
      .orderBy(products.id),
    await db
      .select({ id: stories.id, publishedAt: stories.publishedAt })
      .from(stories)
      .where(eq(stories.status, 'published'))
      .orderBy(desc(stories.publishedAt), stories.id),
    await db
      .select({ batchId: batches.batchId, publishedAt: batches.publishedAt })
      .from(batches)
      .where(isNotNull(batches.publishedAt))
      .orderBy(batches.createdAt, batches.id),
  ]
  return [
    ...SCREENS.map((path) => ({ path })),
    ...categories.map(({ name }) => ({ path: `/products/${encodeURIComponent(categorySlug(name))}` })),
    ...forSale.map(({ id, changedAt }) => ({ path: `/product/${id}`, changedAt })),
    ...published.map(({ id, publishedAt }) => at(`/community-stories?story=${id}`, publishedAt)),
    ...traced.map(({ batchId, publishedAt }) => at(`/traceability?batch=${encodeURIComponent(batchId)}`, publishedAt)),
  ]
}

const at = (path: string, changedAt: Date | null): Entry => (changedAt ? { path, changedAt } : { path })
