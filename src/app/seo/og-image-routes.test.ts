import { createServer } from 'node:http'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { SAMPLE_BATCH } from '#db/demo/seed-sample-batch.ts'
import { seedDemoStories } from '#db/demo/seed-stories.ts'
import type { Db } from '#src/db/database.server.ts'
import { listPublishedStories } from '#src/features/community/stories/stories.server.ts'
import { seedBatch } from '#src/features/traceability/public/traceability.server.ts'
import { createFolderStorage } from '#src/storage/object-storage.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { ogImageRoutes } from './og-image-routes.server.ts'

const asking = (db: Db) => (address: string) =>
  ogImageRoutes({ db, storage: createFolderStorage('/nowhere') }).request(address)
const sizeOf = async (answer: Response) => {
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { format, width, height }
}
const AS_NETWORKS_ASK = { format: 'jpeg', width: 1200, height: 630 }

/** A server that the shop may not request, whatever image URL is given: it could be in the internal network. */
async function anotherHouse() {
  const requested: unknown[] = []
  const server = createServer((request, response) => {
    requested.push(request.url)
    response.end()
  })
  return { requested, url: `http://127.0.0.1:${await listenLocally(server)}` }
}

describe('the picture of a shared link', () => {
  it('is drawn for a product, whether its picture is local, missing or on another server, which is not requested', () =>
    inTestTransaction(async (db) => {
      const ask = asking(db)
      const theirs = await anotherHouse()
      const lost = `/uploads/${'a'.repeat(32)}-1280.webp`
      for (const imageUrl of ['/pictures/ruby-heart.webp', lost, `${theirs.url}/latest/meta-data/bar.jpg`]) {
        const { id } = await insertProduct(db, { imageUrl })
        const answer = await ask(`/previews/product/${id}.jpg`)
        expect(answer.headers.get('content-type')).toBe('image/jpeg')
        expect(await sizeOf(answer)).toEqual(AS_NETWORKS_ASK)
      }
      expect(theirs.requested).toEqual([])
    }))

  it('shows the current name', () =>
    inTestTransaction(async (db) => {
      const pictures = []
      for (const name of ['Ruby Heart', 'Noor']) {
        const { id } = await insertProduct(db, { name })
        pictures.push(Buffer.from(await (await asking(db)(`/previews/product/${id}.jpg`)).arrayBuffer()))
      }
      expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false)
    }))

  it('is drawn for a story, for a batch and for the shop', () =>
    inTestTransaction(async (db) => {
      await seedDemoStories(db, new Date('2026-11-01T06:00:00Z'))
      await seedBatch(db, SAMPLE_BATCH)
      const {
        items: [story],
      } = await listPublishedStories(db)
      for (const address of [
        '/previews/house.jpg',
        `/previews/story/${story?.id}.jpg`,
        `/previews/batch/${SAMPLE_BATCH.batchId}.jpg`,
      ])
        expect(await sizeOf(await asking(db)(address))).toEqual(AS_NETWORKS_ASK)
    }))

  it.each(['product/999999', 'product/ruby', 'story/nobody', 'batch/GC-1999-001', 'product/..%2f..%2fetc'])(
    'does not exist for %s',
    (what) => inTestTransaction(async (db) => expect((await asking(db)(`/previews/${what}.jpg`)).status).toBe(404)),
  )
})
