import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { DomainError } from '#src/core/domain-error.ts'
import { findStaticImage } from '#src/core/images/static-images.ts'
import { UPLOADED_IMAGE_PATTERN } from '#src/core/images/uploaded-image.ts'
import { formatPrice } from '#src/core/money.ts'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { parseProductId } from '#src/features/catalog/products/product-params.ts'
import { getProduct } from '#src/features/catalog/products/products.server.ts'
import { getPublishedStory } from '#src/features/community/stories/stories.server.ts'
import { parseStoryId } from '#src/features/community/stories/stories-search-params.ts'
import { readPublicSettings } from '#src/features/settings/settings.server.ts'
import { readPromises } from '#src/features/settings/shop-promises.ts'
import { getBatch } from '#src/features/traceability/public/traceability.server.ts'
import { publicFilePath } from '#src/server/http/static-files.server.ts'
import { PUBLIC_POLICY, type RoutePolicy, withPolicy } from '#src/server/routes/route-policy.server.ts'
import type { OgImage } from '#src/server/seo/og-image.server.ts'
import { readImage } from '#src/storage/image-storage.server.ts'
import { type ObjectStorage, undefinedIfMissing } from '#src/storage/object-storage.server.ts'

type Shown = Omit<OgImage, 'picture'> & { picture: string | null }

const OF_THE_HOUSE = '/pictures/hero-phone.webp'
const OF_STORIES = '/pictures/bonbon-jewels.webp'
const OF_BATCHES = '/pictures/dark-golconda-bar.webp'

const OG_IMAGE: RoutePolicy = { ...PUBLIC_POLICY, ipLimit: 'pages', cache: { maxAgeSeconds: 86_400 } }
const ONE_DAY = 'public, max-age=86400'

export function ogImageRoutes({ db, storage }: { db: Db; storage: ObjectStorage }) {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 200 })
  const send = async (c: Context, shown: Shown) => {
    const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
    const picture = drawn.get(key) ?? drawWith(shown, storage)
    drawn.set(key, picture)
    picture.catch(() => drawn.delete(key))
    return c.body(new Uint8Array(await picture), 200, { 'Content-Type': 'image/jpeg', 'Cache-Control': ONE_DAY })
  }
  const answer = async (c: Context, find: (id: string) => Promise<Shown>) => {
    const id = /^(.{1,100})\.jpg$/.exec(c.req.param('file') ?? '')?.[1] ?? ''
    const shown = await find(id).catch(undefinedIfUnknown)
    return shown ? send(c, shown) : c.text('Image not found.', 404)
  }
  return new Hono()
    .get('/previews/house.jpg', withPolicy({ ...OG_IMAGE, whileClosed: true }), async (c) =>
      send(c, await shopShown(db)),
    )
    .get('/previews/product/:file', withPolicy(OG_IMAGE), (c) => answer(c, (id) => productShown(db, id)))
    .get('/previews/story/:file', withPolicy(OG_IMAGE), (c) => answer(c, (id) => storyShown(db, id)))
    .get('/previews/batch/:file', withPolicy(OG_IMAGE), (c) => answer(c, (id) => batchShown(db, id)))
}

async function shopShown(db: Db): Promise<Shown> {
  const { handcrafted } = readPromises(await readPublicSettings(db))
  const title = handcrafted ? 'Cut like a diamond. Made by hand.' : 'Cut like a diamond.'
  return { eyebrow: handcrafted ?? `Made in ${HOME_CITY}`, title, picture: OF_THE_HOUSE }
}

async function productShown(db: Db, typed: string): Promise<Shown> {
  const id = parseProductId(typed)
  if (id === undefined) throw new DomainError('not-found', 'Product not found.')
  const { name, price, category, imageUrl } = await getProduct(db, id)
  return { eyebrow: category.name, title: name, note: formatPrice(Number(price)), picture: imageUrl ?? null }
}

async function storyShown(db: Db, typed: string): Promise<Shown> {
  const id = parseStoryId(typed)
  if (id === undefined) throw new DomainError('not-found', 'Story not found.')
  const story = await getPublishedStory(db, id)
  return { eyebrow: 'A story', title: story.title, note: `by ${story.authorName}`, picture: OF_STORIES }
}

async function batchShown(db: Db, typed: string): Promise<Shown> {
  const { batchId, ingredient, isSample } = await getBatch(db, typed)
  const eyebrow = isSample ? 'Sample record' : 'From farm to studio'
  return { eyebrow, title: ingredient, note: `Batch ${batchId}`, picture: OF_BATCHES }
}

async function drawWith({ picture, ...words }: Shown, storage: ObjectStorage): Promise<Buffer> {
  const data = await dataOf(picture, storage)
  // Loaded lazily: the renderer is large and rarely used.
  const { renderOgImage } = await import('#src/server/seo/og-image.server.ts')
  return renderOgImage({ ...words, picture: data ?? (await readFile(publicFilePath(OF_THE_HOUSE.slice(1)))) })
}

/** External images are not fetched (latency, SSRF). */
async function dataOf(src: string | null, storage: ObjectStorage): Promise<Buffer | undefined> {
  if (!src) return undefined
  if (findStaticImage(src)) return readFile(publicFilePath(src.slice(1))).catch(undefinedIfMissing)
  const [, name = ''] = src.split('/uploads/', 2)
  return src === `/uploads/${name}` && UPLOADED_IMAGE_PATTERN.test(name) ? readImage(storage, name) : undefined
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
