import { describe, expect, it } from 'vitest'
import { SAMPLE_BATCH, seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import type { Db } from '#src/db/database.server.ts'
import { Batch, NewBatch } from '#src/features/traceability/traceability.contract.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { traceabilityApi } from './traceability.api.server.ts'
import { getBatch, getNewestBatch, seedBatch } from './traceability.server.ts'

const inDemoShop = (body: (api: ReturnType<typeof createTestApi>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await seedSampleBatch(db)
    await body(createTestApi(traceabilityApi({ db })), db)
  })

const at = (day: string) => new Date(`${day}T12:00:00+05:30`)

describe('GET /api/trace/{batchId}', () => {
  it('returns the record of the specification: six stages, four of them completed', () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/trace/GC-2026-114')
      expect(answer.headers.get('Cache-Control')).toBe('public, no-cache')
      const batch = Batch.parse(await answer.json())
      expect(batch.stages.map(({ name, status }) => [name, status])).toEqual([
        ['Farm Harvest', 'completed'],
        ['Fermentation', 'completed'],
        ['Drying & Storage', 'completed'],
        ['International Shipping', 'completed'],
        ['Processing & Roasting', 'in-progress'],
        ['Final Product', 'pending'],
      ])
      expect(batch.isSample).toBe(true)
    }))

  it('accepts the id as people type it', () =>
    inDemoShop(async (api) => {
      expect((await api.request('/api/trace/%20gc-2026-114%20')).status).toBe(200)
    }))

  it.each(['GC-2026-115', 'x', "'%20or%201=1", '..%2F..', '%F0%9F%8D%AB', 'A'.repeat(5000)])(
    'says that it does not know %s',
    (id) =>
      inDemoShop(async (api) => {
        const answer = await api.request(`/api/trace/${id}`)
        expect(answer.status).toBe(404)
        expect(await answer.json()).toMatchObject({ message: 'We do not know this batch.' })
      }),
  )

  it('answers 405 to a method it does not know', () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/trace/GC-2026-114', { method: 'PUT' })
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    }))
})

describe('GET /api/trace', () => {
  it('returns the sample until there is a real batch', () =>
    inDemoShop(async (api, db) => {
      const shown = async () => Batch.parse(await (await api.request('/api/trace')).json()).batchId
      expect(await shown()).toBe('GC-2026-114')
      await seedBatch(db, { ...SAMPLE_BATCH, batchId: 'GC-2026-120', isSample: false })
      expect(await shown()).toBe('GC-2026-120')
    }))

  it('is 404 when there are no batches', () =>
    inTestTransaction(async (db) => {
      const answer = await createTestApi(traceabilityApi({ db })).request('/api/trace')
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ message: 'There is no batch to show yet.' })
    }))
})

describe('a certificate', () => {
  const foodSafetyOn = (db: Db, day: string) =>
    getNewestBatch(db, at(day)).then((batch) => batch.certifications.find(({ icon }) => icon === 'shield')?.status)

  it('expires by its date, whatever its stored status', () =>
    inDemoShop(async (_, db) => {
      expect(await foodSafetyOn(db, '2026-06-30')).toBe('active')
      expect(await foodSafetyOn(db, '2026-07-01')).toBe('expired')
      const batch = await getBatch(db, 'GC-2026-114', at('2026-07-01'))
      expect(batch.certifications.map(({ status }) => status)).toEqual(['active', 'active', 'expired'])
    }))

  it('ends with the day in India, not in UTC', () =>
    inDemoShop(async (_, db) => {
      const { certifications } = await getNewestBatch(db, new Date('2026-06-30T19:00:00Z'))
      expect(certifications[2]?.status).toBe('expired')
    }))
})

const [FIRST, ...REST] = SAMPLE_BATCH.stages
const withStage = (wrong: object) => ({ stages: [{ ...FIRST, ...wrong }, ...REST] })

describe('seeding a batch', () => {
  it.each([
    ['without stages', { stages: [] }],
    ['at a stage that it does not have', { currentStage: 'nowhere' }],
    ['with two stages of one id', { stages: [...SAMPLE_BATCH.stages, ...SAMPLE_BATCH.stages] }],
    ['with an id that cannot be typed', { batchId: 'gc 114' }],
    ['with more than a record has', { price: 1 }],
    ['with a stage beyond the pole', withStage({ coordinates: [10, 91] })],
    ['with a stage on a day that does not exist', withStage({ date: '2026-02-30' })],
    ['with a stage that has a status of its own', withStage({ status: 'lost' })],
  ])('is refused %s', (_, wrong) => {
    expect(NewBatch.safeParse(SAMPLE_BATCH).success).toBe(true)
    expect(NewBatch.safeParse({ ...SAMPLE_BATCH, ...wrong }).success).toBe(false)
  })

  it('changes nothing the second time', () =>
    inDemoShop(async (_, db) => {
      await seedBatch(db, { ...SAMPLE_BATCH, ingredient: 'Something else' })
      expect((await getNewestBatch(db)).ingredient).toBe('Trinitario cocoa beans')
    }))
})
