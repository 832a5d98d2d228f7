import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { answerPicture, keepPicture, pictureShelf } from './picture-shelf.server.ts'
import { expectConsoleError } from './testing/expected-errors.ts'

function emptyFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-shelf-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const hash = 'a'.repeat(32)
const picture = { hash, files: [320, 640, 1280].map((width) => ({ width, data: Buffer.from(`picture ${width}`) })) }

function houseWith(shelf: string) {
  return new Hono().get('/uploads/:file', (c) => answerPicture(c, shelf))
}

it('a picture that was kept is served in all widths, for ever and as nothing but a picture', async () => {
  const shelf = pictureShelf(emptyFolder())
  expect(await keepPicture(shelf, picture)).toBe(`/uploads/${hash}-1280.webp`)
  expect(await keepPicture(shelf, picture)).toBe(`/uploads/${hash}-1280.webp`)
  expect(readdirSync(shelf).sort()).toEqual([1280, 320, 640].map((width) => `${hash}-${width}.webp`))

  const answer = await houseWith(shelf).request(`/uploads/${hash}-640.webp`)
  expect(await answer.text()).toBe('picture 640')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

it.each([
  `${hash}-641.webp`,
  'secret.txt',
  '..%2Fsecret.txt',
  '%2e%2e%2fsecret.txt',
  '.draft',
  `${hash}-640.webp%00.txt`,
])('no other name leads to a file: %s', async (name) => {
  const folder = emptyFolder()
  const shelf = pictureShelf(folder)
  await keepPicture(shelf, picture)
  for (const place of [folder, shelf]) writeFileSync(path.join(place, 'secret.txt'), 'secret')
  writeFileSync(path.join(shelf, '.draft'), 'half a picture')
  expect((await houseWith(shelf).request(`/uploads/${name}`)).status).toBe(404)
})

it('without room nothing is kept, and it is said', async () => {
  expectConsoleError()
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'uploads'), 'a file stands where the shelf should be')
  await expect(keepPicture(pictureShelf(folder), picture)).rejects.toMatchObject({ code: 'unavailable' })
})
