import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { startS3 } from '#tests/doubles/s3.ts'
import { answerError } from './http-errors.server.ts'
import { answerPicture, clearShelf, keepPicture, openShelf } from './picture-shelf.server.ts'
import { s3Shelf } from './s3-shelf.server.ts'
import { expectConsoleError } from './testing/expected-errors.ts'

const hash = 'a'.repeat(32)
const picture = {
  hash,
  files: [320, 640, 960, 1280].flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({ width, format, data: Buffer.from(`picture ${width} ${format}`) })),
  ),
}
const machine = (s3: Awaited<ReturnType<typeof startS3>>['s3']) => openShelf({ DATA_DIR: '/nowhere', s3 })

it('a picture that one machine was given is served by another, for ever and as nothing but a picture', async () => {
  const { s3, stored } = await startS3()
  expect(await keepPicture(machine(s3), picture)).toBe(`/uploads/${hash}-1280.webp`)
  expect(stored.get(`uploads/${hash}-640.webp`)?.type).toBe('image/webp')

  const other = machine(s3)
  const house = new Hono().get('/uploads/:file', (c) => answerPicture(c, other))
  const answer = await house.request(`/uploads/${hash}-640.avif`)
  expect([await answer.text(), answer.headers.get('content-type')]).toEqual(['picture 640 avif', 'image/avif'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await house.request(`/uploads/${'b'.repeat(32)}-640.avif`)).status).toBe(404)
})

it('what is old and unused is cleared, however many pages the list of files has', async () => {
  const { s3, stored } = await startS3()
  const shelf = machine(s3)
  for (const one of [hash, 'b'.repeat(32)]) await keepPicture(shelf, { ...picture, hash: one })
  const unusedOf = async (addresses: string[]) => addresses.filter((address) => address.includes(hash))
  expect(await clearShelf(shelf, { until: new Date(Date.now() - 60_000), unusedOf })).toEqual([])
  expect(await clearShelf(shelf, { until: new Date(Date.now() + 60_000), unusedOf })).toHaveLength(1)
  expect([...stored.keys()].every((key) => key.startsWith(`uploads/${'b'.repeat(32)}`))).toBe(true)
  expect(stored.size).toBe(8)
})

it('with a wrong key nothing is kept, and the log says why', async () => {
  expectConsoleError()
  const { s3, stored } = await startS3()
  const shelf = machine({ ...s3, secretAccessKey: 'of somebody else' })
  await expect(keepPicture(shelf, picture)).rejects.toMatchObject({ code: 'unavailable' })
  expect(stored.size).toBe(0)
  await expect(s3Shelf({ ...s3, region: 'eu-west-1' }).list()).rejects.toThrow('403 SignatureDoesNotMatch')
})

it('storage that is out of order is no picture that is missing', async () => {
  const { s3, fails } = await startS3()
  fails(503)
  await expect(machine(s3).read(`${hash}-640.webp`)).rejects.toThrow('503 InternalError')
  expectConsoleError()
  const house = new Hono().get('/uploads/:file', (c) => answerPicture(c, machine(s3))).onError(answerError)
  const answer = await house.request(`/uploads/${hash}-640.avif`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
})

it('what a key that may not list is not told of is missing; what a wrong key asks for is not', async () => {
  const { s3, fails } = await startS3()
  fails(403, 'AccessDenied')
  expect(await machine(s3).read(`${hash}-640.webp`)).toBeUndefined()
  fails(403, 'InvalidAccessKeyId')
  await expect(machine(s3).read(`${hash}-640.webp`)).rejects.toThrow('403 InvalidAccessKeyId')
})
