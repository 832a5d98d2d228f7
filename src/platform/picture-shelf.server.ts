import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from 'hono'
import { ShopError } from '#src/core/shop-error.ts'
import { UPLOADED_FILE, uploadedFile, uploadedPicture } from '#src/core/uploaded-picture.ts'
import type { MadePicture } from './picture-maker.server.ts'

/** Where uploaded pictures lie: in the data folder, beside the embedded database. */
export const pictureShelf = (dataDir: string) => path.resolve(dataDir, 'uploads')

/** Puts a picture on the shelf, whole or not at all, and gives its address. The same picture twice is one. */
export async function keepPicture(shelf: string, { hash, files }: MadePicture): Promise<string> {
  const drafts = files.map(({ width, data }) => ({ name: uploadedFile(hash, width), draft: `.${randomUUID()}`, data }))
  try {
    await mkdir(shelf, { recursive: true })
    for (const { draft, data } of drafts) await writeFile(path.join(shelf, draft), data, { flush: true })
    for (const { draft, name } of drafts) await rename(path.join(shelf, draft), path.join(shelf, name))
  } catch (error) {
    await Promise.allSettled(drafts.map(({ draft }) => rm(path.join(shelf, draft), { force: true })))
    console.error('An uploaded picture could not be kept', error)
    throw new ShopError('unavailable', 'There is no room for the picture right now. Please try again later.')
  }
  return uploadedPicture(hash)
}

/** Its name is made from its content, so whoever has it never asks again. A page of a picture's may run nothing. */
const HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Answers `/uploads/:file`. Only names of our own making lead to the disk. */
export async function answerPicture(c: Context, shelf: string): Promise<Response> {
  const name = c.req.param('file') ?? ''
  const data = UPLOADED_FILE.test(name) ? await readFile(path.join(shelf, name)).catch(undefinedIfAbsent) : undefined
  if (!data) return c.text('No such file.', 404, { 'X-Content-Type-Options': 'nosniff' })
  return c.body(new Uint8Array(data), 200, HEADERS)
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
