import path from 'node:path'
import type { Context } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'
import {
  IMAGE_VARIANT_WIDTHS,
  UPLOADED_IMAGE_PATTERN,
  uploadedImageFileName,
  uploadedImagePath,
} from '#src/core/images/uploaded-image.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import type { ImageVariants } from './image-variants.server.ts'
import { createFolderStorage, type ObjectStorage } from './object-storage.server.ts'
import { createS3Storage, type S3Config } from './s3-storage.server.ts'

const pictureFolder = (dataDir: string) => path.resolve(dataDir, 'uploads')

export function openObjectStorage(env: { DATA_DIR: string; s3?: S3Config | undefined }): ObjectStorage {
  return env.s3 ? createS3Storage(env.s3) : createFolderStorage(pictureFolder(env.DATA_DIR))
}

/** Stores all variants of an image or none, and returns its path. Identical images are stored once. */
export async function storeImage(storage: ObjectStorage, { hash, files }: ImageVariants): Promise<string> {
  const named = files.map(({ width, format, data }) => {
    const name = uploadedImageFileName(hash, width, format)
    return { name, type: typeOf(name), data }
  })
  try {
    await storage.put(named)
  } catch (error) {
    log.error('An uploaded image could not be stored', { err: error })
    throw new DomainError('unavailable', "We can't store the picture right now. Please try again later.")
  }
  return uploadedImagePath(hash)
}

const typeOf = (name: string) => `image${path.extname(name).replace('.', '/')}`

/** Content-addressed, so cacheable forever; the CSP keeps an SVG from running scripts. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Serves `/uploads/:file`. Only valid image names reach the storage. */
export async function serveImage(c: Context, storage: ObjectStorage): Promise<Response> {
  for (const name of namesFor(c.req.param('file') ?? '')) {
    const data = await readImage(storage, name)
    if (!data) continue
    const headers = { ...HEADERS, ETag: `"${name}"` }
    if (c.req.header('if-none-match')?.includes(headers.ETag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(data), 200, { ...headers, 'Content-Type': typeOf(name) })
  }
  return c.text('No such file.', 404, { 'X-Content-Type-Options': 'nosniff' })
}

const QUIET_MS = 60_000
let lastLoggedAt = Number.NEGATIVE_INFINITY

/** Reads an image. An outage is logged once a minute, because every page requests many images. */
export async function readImage(storage: ObjectStorage, name: string): Promise<Buffer | undefined> {
  try {
    return await storage.read(name)
  } catch (error) {
    const now = performance.now()
    if (now - lastLoggedAt > QUIET_MS) {
      lastLoggedAt = now
      log.error('Images cannot be read', { err: error })
    }
    throw new DomainError('unavailable', "We can't load the picture right now. Please try again.", RETRY)
  }
}

const RETRY = { retryAfterSeconds: 5 }

/** Older images have fewer widths and one format: the next wider one is served. */
function namesFor(requested: string): string[] {
  const [, hash, width] = UPLOADED_IMAGE_PATTERN.exec(requested) ?? []
  if (!hash) return []
  const wider = IMAGE_VARIANT_WIDTHS.filter((one) => one >= Number(width))
  return [requested, ...wider.map((one) => uploadedImageFileName(hash, one, 'webp'))]
}

/** Deletes images older than `until` that `unusedOf` picks, and returns their paths. */
export async function deleteUnusedImages(
  storage: ObjectStorage,
  { until, unusedOf }: { until: Date; unusedOf: (addresses: string[]) => Promise<string[]> },
): Promise<string[]> {
  const pictures = (await storage.list()).filter(
    ({ name, storedAt }) => UPLOADED_IMAGE_PATTERN.test(name) && storedAt < until,
  )
  const addressOf = (name: string) => uploadedImagePath(name.slice(0, name.indexOf('-')))
  const old = pictures.map(({ name }) => name)
  const unused = new Set(old.length === 0 ? [] : await unusedOf([...new Set(old.map(addressOf))]))
  for (const name of old) if (unused.has(addressOf(name))) await storage.delete(name)
  return [...unused]
}
