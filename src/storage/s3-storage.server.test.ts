import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { startFakeS3 } from '#tests/fakes/s3.ts'
import { deleteUnusedImages, openObjectStorage, serveImage, storeImage } from './image-storage.server.ts'
import { createS3Storage } from './s3-storage.server.ts'

const hash = 'a'.repeat(32)
const picture = {
  hash,
  files: [320, 640, 960, 1280].flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({ width, format, data: Buffer.from(`picture ${width} ${format}`) })),
  ),
}
const machine = (s3: Awaited<ReturnType<typeof startFakeS3>>['s3']) => openObjectStorage({ DATA_DIR: '/nowhere', s3 })

it('a picture that one process stored is served by another, as an image only, and cached forever', async () => {
  const { s3, stored } = await startFakeS3()
  expect(await storeImage(machine(s3), picture)).toBe(`/uploads/${hash}-1280.webp`)
  expect(stored.get(`uploads/${hash}-640.webp`)?.type).toBe('image/webp')

  const other = machine(s3)
  const house = new Hono().get('/uploads/:file', (c) => serveImage(c, other))
  const answer = await house.request(`/uploads/${hash}-640.avif`)
  expect([await answer.text(), answer.headers.get('content-type')]).toEqual(['picture 640 avif', 'image/avif'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await house.request(`/uploads/${'b'.repeat(32)}-640.avif`)).status).toBe(404)
})

it('old, unused pictures are deleted, however many pages the list of files has', async () => {
  const { s3, stored } = await startFakeS3()
  const storage = machine(s3)
  for (const one of [hash, 'b'.repeat(32)]) await storeImage(storage, { ...picture, hash: one })
  const unusedOf = async (addresses: string[]) => addresses.filter((address) => address.includes(hash))
  expect(await deleteUnusedImages(storage, { until: new Date(Date.now() - 60_000), unusedOf })).toEqual([])
  expect(await deleteUnusedImages(storage, { until: new Date(Date.now() + 60_000), unusedOf })).toHaveLength(1)
  expect([...stored.keys()].every((key) => key.startsWith(`uploads/${'b'.repeat(32)}`))).toBe(true)
  expect(stored.size).toBe(8)
})

it('with a wrong key nothing is stored, and the log says why', async () => {
  expectConsoleError()
  const { s3, stored } = await startFakeS3()
  const storage = machine({ ...s3, secretAccessKey: 'of somebody else' })
  await expect(storeImage(storage, picture)).rejects.toMatchObject({ code: 'unavailable' })
  expect(stored.size).toBe(0)
  await expect(createS3Storage({ ...s3, region: 'eu-west-1' }).list()).rejects.toThrow('403 SignatureDoesNotMatch')
})

it('a storage failure is not reported as a missing picture', async () => {
  const { s3, fails } = await startFakeS3()
  fails(503)
  await expect(machine(s3).read(`${hash}-640.webp`)).rejects.toThrow('503 InternalError')
  expectConsoleError()
  const house = new Hono().get('/uploads/:file', (c) => serveImage(c, machine(s3))).onError(handleError)
  const answer = await house.request(`/uploads/${hash}-640.avif`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
})

it('an object that a key without list permission cannot see is missing; one with a wrong key is an error', async () => {
  const { s3, fails } = await startFakeS3()
  fails(403, 'AccessDenied')
  expect(await machine(s3).read(`${hash}-640.webp`)).toBeUndefined()
  fails(403, 'InvalidAccessKeyId')
  await expect(machine(s3).read(`${hash}-640.webp`)).rejects.toThrow('403 InvalidAccessKeyId')
})
