import { readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { deleteUnusedImages, openObjectStorage, serveImage, storeImage } from './image-storage.server.ts'
import type { ObjectStorage } from './object-storage.server.ts'

const hash = 'a'.repeat(32)
const WIDTHS = [320, 640, 960, 1280]
const inFormat = (format: 'avif' | 'webp') =>
  WIDTHS.map((width) => ({ width, format, data: Buffer.from(`picture ${width} ${format}`) }))
const picture = { hash, files: [...inFormat('avif'), ...inFormat('webp')] }

function houseWith(storage: ObjectStorage) {
  return new Hono().get('/uploads/:file', (c) => serveImage(c, storage))
}

it('a stored picture is served in all widths, as an image only, and cached forever', async () => {
  const folder = temporaryFolder()
  const storage = openObjectStorage({ DATA_DIR: folder })
  expect(await storeImage(storage, picture)).toBe(`/uploads/${hash}-1280.webp`)
  expect(await storeImage(storage, picture)).toBe(`/uploads/${hash}-1280.webp`)
  expect(readdirSync(path.join(folder, 'uploads'))).toHaveLength(8)

  const small = await houseWith(storage).request(`/uploads/${hash}-640.webp`)
  expect([await small.text(), small.headers.get('content-type')]).toEqual(['picture 640 webp', 'image/webp'])
  const answer = await houseWith(storage).request(`/uploads/${hash}-960.avif`)
  expect(await answer.text()).toBe('picture 960 avif')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

it('a browser that has a picture does not load it again', async () => {
  const storage = openObjectStorage({ DATA_DIR: temporaryFolder() })
  await storeImage(storage, picture)
  const get = (width: number, known: string) =>
    houseWith(storage).request(`/uploads/${hash}-${width}.webp`, { headers: { 'if-none-match': known } })
  const etag = (await get(640, '"another"')).headers.get('etag') ?? ''
  const [again, wider, gone] = [
    await get(640, `"another", W/${etag}`),
    await get(960, etag),
    await houseWith(openObjectStorage({ DATA_DIR: temporaryFolder() })).request(`/uploads/${hash}-640.webp`),
  ]
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    'public, max-age=31536000, immutable',
  ])
  expect([wider.status, gone.status]).toEqual([200, 404])
})

it('a picture with fewer widths is served in the next wider one', async () => {
  const storage = openObjectStorage({ DATA_DIR: temporaryFolder() })
  await storeImage(storage, { hash, files: inFormat('webp').filter(({ width }) => width !== 960) })
  const served = async (file: string) => {
    const answer = await houseWith(storage).request(`/uploads/${hash}-${file}`)
    return [await answer.text(), answer.headers.get('content-type')]
  }
  expect(await served('144.avif')).toEqual(['picture 320 webp', 'image/webp'])
  expect(await served('640.avif')).toEqual(['picture 640 webp', 'image/webp'])
  expect(await served('960.webp')).toEqual(['picture 1280 webp', 'image/webp'])
})

it('only old, unused pictures are deleted, with all their files', async () => {
  const folder = temporaryFolder()
  const [storage, place] = [openObjectStorage({ DATA_DIR: folder }), path.join(folder, 'uploads')]
  const files = ['b', 'c', 'd'].map((letter) => letter.repeat(32))
  for (const one of [hash, ...files]) await storeImage(storage, { ...picture, hash: one })
  const [used, , young] = files
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000)
  for (const name of readdirSync(place)) utimesSync(path.join(place, name), hours(30), hours(30))
  await storeImage(storage, { ...picture, hash: String(young) })
  writeFileSync(path.join(place, 'notes.txt'), 'not ours')

  const shown: string[] = []
  const cleared = await deleteUnusedImages(storage, {
    until: hours(24),
    unusedOf: async (addresses) => {
      shown.push(...addresses)
      return addresses.filter((address) => !address.includes(String(used)))
    },
  })
  expect(shown.sort()).toEqual([hash, ...files.slice(0, 2)].map((one) => `/uploads/${one}-1280.webp`))
  expect(cleared).toHaveLength(2)
  expect(new Set(readdirSync(place).map((name) => name.slice(0, 32)))).toEqual(new Set([used, young, 'notes.txt']))
})

it('partial files, and files deleted during listing, are not listed', async () => {
  const folder = temporaryFolder()
  const storage = openObjectStorage({ DATA_DIR: folder })
  await storeImage(storage, picture)
  writeFileSync(path.join(folder, 'uploads', '.draft'), 'half a picture')
  // A link to nothing: its name can be read, the file behind it is gone.
  symlinkSync('gone', path.join(folder, 'uploads', `${'b'.repeat(32)}-320.webp`))
  expect((await storage.list()).map(({ name }) => name.slice(0, 32))).toEqual(picture.files.map(() => hash))
})

it('an empty storage lists nothing', async () => {
  const nothing = { until: new Date(), unusedOf: async (addresses: string[]) => addresses }
  expect(await deleteUnusedImages(openObjectStorage({ DATA_DIR: temporaryFolder() }), nothing)).toEqual([])
})

it.each([
  `${hash}-641.webp`,
  `${hash}-640.jpeg`,
  'secret.txt',
  '..%2Fsecret.txt',
  '%2e%2e%2fsecret.txt',
  '.draft',
  `${hash}-640.webp%00.txt`,
])('no other name finds a file: %s', async (name) => {
  const folder = temporaryFolder()
  const [storage, uploads] = [openObjectStorage({ DATA_DIR: folder }), path.join(folder, 'uploads')]
  await storeImage(storage, picture)
  for (const place of [folder, uploads]) writeFileSync(path.join(place, 'secret.txt'), 'secret')
  writeFileSync(path.join(uploads, '.draft'), 'half a picture')
  expect((await houseWith(storage).request(`/uploads/${name}`)).status).toBe(404)
})

it('a full disk stores nothing, with a message', async () => {
  expectConsoleError()
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'uploads'), 'a file stands where the shelf should be')
  await expect(storeImage(openObjectStorage({ DATA_DIR: folder }), picture)).rejects.toMatchObject({
    code: 'unavailable',
  })
})
