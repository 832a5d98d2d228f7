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

/** Where uploaded pictures lie: in the data folder, beside the embedded database. */
const pictureFolder = (dataDir: string) => path.resolve(dataDir, 'uploads')

/** Where all processes of this shop find them: in storage that machines share, where there is one. */
export function openObjectStorage(env: { DATA_DIR: string; s3?: S3Config | undefined }): ObjectStorage {
  return env.s3 ? createS3Storage(env.s3) : createFolderStorage(pictureFolder(env.DATA_DIR))
}

/** Puts a picture on the shelf, whole or not at all, and gives its address. The same picture twice is one. */
export async function storeImage(storage: ObjectStorage, { hash, files }: ImageVariants): Promise<string> {
  const named = files.map(({ width, format, data }) => {
    const name = uploadedImageFileName(hash, width, format)
    return { name, type: typeOf(name), data }
  })
  try {
    await storage.put(named)
  } catch (error) {
    log.error('An uploaded picture could not be kept', { err: error })
    throw new DomainError('unavailable', 'There is no room for the picture right now. Please try again later.')
  }
  return uploadedImagePath(hash)
}

const typeOf = (name: string) => `image${path.extname(name).replace('.', '/')}`

/** Its name is made from its content, so whoever has it never asks again. A page of a picture's may run nothing. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Answers `/uploads/:file`. Only names of our own making lead to the shelf. */
export async function serveImage(c: Context, storage: ObjectStorage): Promise<Response> {
  for (const name of namesFor(c.req.param('file') ?? '')) {
    const data = await readImage(storage, name)
    if (data) return c.body(new Uint8Array(data), 200, { ...HEADERS, 'Content-Type': typeOf(name) })
  }
  return c.text('No such file.', 404, { 'X-Content-Type-Options': 'nosniff' })
}

const QUIET_MS = 60_000
let lastSaidAt = Number.NEGATIVE_INFINITY

/** Storage that is out of order is no defect of the call. Every page asks for many pictures, so it is said once a minute. */
export async function readImage(storage: ObjectStorage, name: string): Promise<Buffer | undefined> {
  try {
    return await storage.read(name)
  } catch (error) {
    const now = performance.now()
    if (now - lastSaidAt > QUIET_MS) {
      lastSaidAt = now
      log.error('Pictures cannot be read', { err: error })
    }
    throw new DomainError('unavailable', 'The picture cannot be fetched right now. Please try again.', AGAIN)
  }
}

const AGAIN = { retryAfterSeconds: 5 }

/** A picture from the time of fewer widths and of one format is served as the next wider one that it has. */
function namesFor(asked: string): string[] {
  const [, hash, width] = UPLOADED_IMAGE_PATTERN.exec(asked) ?? []
  if (!hash) return []
  const wider = IMAGE_VARIANT_WIDTHS.filter((one) => one >= Number(width))
  return [asked, ...wider.map((one) => uploadedImageFileName(hash, one, 'webp'))]
}

/**
 * Deletes the pictures of before `until` that `unusedOf` picks from the addresses it is shown, and says which.
 * What was put on the shelf again meanwhile is young again and stays.
 */
export async function deleteUnusedImages(
  storage: ObjectStorage,
  { until, unusedOf }: { until: Date; unusedOf: (addresses: string[]) => Promise<string[]> },
): Promise<string[]> {
  const pictures = (await storage.list()).filter(
    ({ name, keptAt }) => UPLOADED_IMAGE_PATTERN.test(name) && keptAt < until,
  )
  const addressOf = (name: string) => uploadedImagePath(name.slice(0, name.indexOf('-')))
  const old = pictures.map(({ name }) => name)
  const unused = new Set(old.length === 0 ? [] : await unusedOf([...new Set(old.map(addressOf))]))
  for (const name of old) if (unused.has(addressOf(name))) await storage.delete(name)
  return [...unused]
}
