import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from 'hono'
import { ShopError } from '#src/core/shop-error.ts'
import { PICTURE_WIDTHS, UPLOADED_FILE, uploadedFile, uploadedPicture } from '#src/core/uploaded-picture.ts'
import { log } from './log.server.ts'
import type { MadePicture } from './picture-maker.server.ts'

/** Where uploaded pictures lie: in the data folder, beside the embedded database. */
export const pictureShelf = (dataDir: string) => path.resolve(dataDir, 'uploads')

/** Puts a picture on the shelf, whole or not at all, and gives its address. The same picture twice is one. */
export async function keepPicture(shelf: string, { hash, files }: MadePicture): Promise<string> {
  const drafts = files.map(({ width, format, data }) => ({
    name: uploadedFile(hash, width, format),
    draft: `.${randomUUID()}`,
    data,
  }))
  try {
    await mkdir(shelf, { recursive: true })
    for (const { draft, data } of drafts) await writeFile(path.join(shelf, draft), data, { flush: true })
    for (const { draft, name } of drafts) await rename(path.join(shelf, draft), path.join(shelf, name))
  } catch (error) {
    await Promise.allSettled(drafts.map(({ draft }) => rm(path.join(shelf, draft), { force: true })))
    log.error('An uploaded picture could not be kept', { err: error })
    throw new ShopError('unavailable', 'There is no room for the picture right now. Please try again later.')
  }
  return uploadedPicture(hash)
}

/** Its name is made from its content, so whoever has it never asks again. A page of a picture's may run nothing. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Answers `/uploads/:file`. Only names of our own making lead to the disk. */
export async function answerPicture(c: Context, shelf: string): Promise<Response> {
  for (const name of namesFor(c.req.param('file') ?? '')) {
    const data = await readFile(path.join(shelf, name)).catch(undefinedIfAbsent)
    if (data)
      return c.body(new Uint8Array(data), 200, {
        ...HEADERS,
        'Content-Type': `image${path.extname(name).replace('.', '/')}`,
      })
  }
  return c.text('No such file.', 404, { 'X-Content-Type-Options': 'nosniff' })
}

/** A picture from the time of fewer widths and of one format is served as the next wider one that it has. */
function namesFor(asked: string): string[] {
  const [, hash, width] = UPLOADED_FILE.exec(asked) ?? []
  if (!hash) return []
  const wider = PICTURE_WIDTHS.filter((one) => one >= Number(width))
  return [asked, ...wider.map((one) => uploadedFile(hash, one, 'webp'))]
}

/**
 * Deletes the pictures of before `until` that `unusedOf` picks from the addresses it is shown, and says which.
 * What was put on the shelf again meanwhile is young again and stays.
 */
export async function clearShelf(
  shelf: string,
  { until, unusedOf }: { until: Date; unusedOf: (addresses: string[]) => Promise<string[]> },
): Promise<string[]> {
  const files = (await readdir(shelf).catch(undefinedIfAbsent)) ?? []
  const old: string[] = []
  for (const name of files)
    if (UPLOADED_FILE.test(name) && (await stat(path.join(shelf, name))).mtime < until) old.push(name)
  const addressOf = (name: string) => uploadedPicture(name.slice(0, name.indexOf('-')))
  const unused = new Set(old.length === 0 ? [] : await unusedOf([...new Set(old.map(addressOf))]))
  for (const name of old) if (unused.has(addressOf(name))) await rm(path.join(shelf, name), { force: true })
  return [...unused]
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
