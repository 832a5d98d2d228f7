import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { housePicture } from '#src/core/house-pictures.ts'
import { formatPrice } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import { UPLOADED_FILE } from '#src/core/uploaded-picture.ts'
import { getProduct } from '#src/features/catalog/catalog.server.ts'
import { readProductId } from '#src/features/catalog/product-id.rules.ts'
import { getPublishedStory } from '#src/features/stories/stories.server.ts'
import { readStoryId } from '#src/features/stories/stories-address.rules.ts'
import { getBatch } from '#src/features/traceability/traceability.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { readPicture } from '#src/platform/picture-shelf.server.ts'
import type { Preview } from '#src/platform/preview.server.ts'
import { publicFile } from '#src/platform/public-file.server.ts'
import { type Shelf, undefinedIfAbsent } from '#src/platform/shelf.server.ts'

/** A preview before its picture was fetched. */
type Shown = Omit<Preview, 'picture'> & { picture: string | null }

const OF_THE_HOUSE = '/pictures/hero-phone.webp'
const HOUSE: Shown = {
  eyebrow: `Handcrafted in ${HOME_CITY}`,
  title: 'Cut like a diamond. Made by hand.',
  picture: OF_THE_HOUSE,
}
const OF_STORIES = '/pictures/bonbon-jewels.webp'
const OF_BATCHES = '/pictures/dark-golconda-bar.webp'

/** Networks fetch a preview once and keep it; whoever asks again within a day may be given the old one. */
const ONE_DAY = 'public, max-age=86400'

/** The pictures of shared links, `/previews/{kind}/{id}.jpg`, drawn when they are first asked for. */
export function previewRoutes({ db, shelf }: { db: Db; shelf: Shelf }) {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 200 })
  const send = async (c: Context, shown: Shown) => {
    const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
    const picture = drawn.get(key) ?? drawWith(shown, shelf)
    drawn.set(key, picture)
    picture.catch(() => drawn.delete(key))
    return c.body(new Uint8Array(await picture), 200, { 'Content-Type': 'image/jpeg', 'Cache-Control': ONE_DAY })
  }
  const answer = async (c: Context, find: (id: string) => Promise<Shown>) => {
    const id = /^(.{1,100})\.jpg$/.exec(c.req.param('file') ?? '')?.[1] ?? ''
    const shown = await find(id).catch(undefinedIfUnknown)
    return shown ? send(c, shown) : c.text('No such picture.', 404)
  }
  return new Hono()
    .get('/previews/house.jpg', (c) => send(c, HOUSE))
    .get('/previews/product/:file', (c) => answer(c, (id) => productShown(db, id)))
    .get('/previews/story/:file', (c) => answer(c, (id) => storyShown(db, id)))
    .get('/previews/batch/:file', (c) => answer(c, (id) => batchShown(db, id)))
}

async function productShown(db: Db, typed: string): Promise<Shown> {
  const id = readProductId(typed)
  if (id === undefined) throw new ShopError('not-found', 'There is no such product.')
  const { name, price, category, imageUrl } = await getProduct(db, id)
  return { eyebrow: category.name, title: name, note: formatPrice(Number(price)), picture: imageUrl ?? null }
}

async function storyShown(db: Db, typed: string): Promise<Shown> {
  const id = readStoryId(typed)
  if (id === undefined) throw new ShopError('not-found', 'There is no such story.')
  const story = await getPublishedStory(db, id)
  return { eyebrow: 'A story', title: story.title, note: `by ${story.authorName}`, picture: OF_STORIES }
}

async function batchShown(db: Db, typed: string): Promise<Shown> {
  const { batchId, ingredient, isSample } = await getBatch(db, typed)
  const eyebrow = isSample ? 'Sample record' : 'From farm to studio'
  return { eyebrow, title: ingredient, note: `Batch ${batchId}`, picture: OF_BATCHES }
}

async function drawWith({ picture, ...words }: Shown, shelf: Shelf): Promise<Buffer> {
  const data = await dataOf(picture, shelf)
  // What draws is big and seldom needed, so it is loaded by the first who shares.
  const { drawPreview } = await import('#src/platform/preview.server.ts')
  return drawPreview({ ...words, picture: data ?? (await readFile(publicFile(OF_THE_HOUSE.slice(1)))) })
}

/** Pictures of other houses are not fetched: who draws must not wait for them, nor ask where the maker never would. */
async function dataOf(src: string | null, shelf: Shelf): Promise<Buffer | undefined> {
  if (!src) return undefined
  if (housePicture(src)) return readFile(publicFile(src.slice(1))).catch(undefinedIfAbsent)
  const name = src.replace(/^\/uploads\//, '')
  return UPLOADED_FILE.test(name) ? readPicture(shelf, name) : undefined
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!(error instanceof ShopError)) throw error
}
