import { eq } from 'drizzle-orm'
import jsqr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { SAMPLE_BATCH, seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { parseScannedCode } from '#src/features/traceability/batch-values.ts'
import { getBatch, getNewestBatch, seedBatch } from '#src/features/traceability/public/traceability.server.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { adminBatchesApi } from './admin-batches.api.server.ts'
import { AdminBatch, BatchSummary } from './admin-batches.contract.ts'
import { PLACEHOLDER_TEXT } from './batch-template.ts'

const PUBLIC_URL = 'https://golconda.example'
const NOBODY = '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'
const { isSample: _, batchId: __, ...SAMPLE_RECORD } = SAMPLE_BATCH

async function openAdmin(db: Db) {
  await seedSampleBatch(db)
  const client = await createAdminClient(db, adminBatchesApi({ db, publicUrl: PUBLIC_URL }))
  const request = (method: string, path = '', body?: object) => client.ask(`${method} /api/admin/batches${path}`, body)
  const call = (method: string, path = '', body?: object) => client.call(`${method} /api/admin/batches${path}`, body)
  const begun = async (batch: object) => AdminBatch.parse((await call('POST', '', batch)).answer)
  const sample = BatchSummary.parse((await call('GET')).answer[0])
  return { email: client.admin.email, request, call, begun, sample }
}

const NEW = { batchId: ' gc-2027-001 ', ingredient: 'Forastero beans' }

describe('a batch', () => {
  it('starts as a draft with the six usual stages, which only admins see', () =>
    inTestTransaction(async (db) => {
      const { begun, email } = await openAdmin(db)
      const batch = await begun(NEW)
      expect(batch).toMatchObject({ batchId: 'GC-2027-001', isPublished: false, isSample: false, version: 1 })
      expect(batch.stages.map(({ name, status }) => [name, status])).toEqual(
        SAMPLE_BATCH.stages.map(({ name }) => [name, 'pending']),
      )
      await expect(getBatch(db, 'GC-2027-001')).rejects.toThrow('We do not know this batch.')
      expect((await getNewestBatch(db)).batchId).toBe('GC-2026-114')
      expect(await db.select().from(auditLog)).toMatchObject([
        { entity: 'batch', entityId: 'GC-2027-001', action: 'create', actorEmail: email },
      ])
    }))

  it('can copy the places and certificates of another batch, but no dates and results', () =>
    inTestTransaction(async (db) => {
      const { begun, sample } = await openAdmin(db)
      const { stages, certifications, qualityMetrics, isSample } = await begun({ ...NEW, copyOf: sample.id })
      expect(stages.map(({ location }) => location)).toEqual(SAMPLE_BATCH.stages.map(({ location }) => location))
      expect(stages.some(({ status, notes, quality_check }) => status !== 'pending' || notes || quality_check)).toBe(
        false,
      )
      expect(certifications).toEqual(SAMPLE_BATCH.certifications)
      expect([qualityMetrics, isSample]).toEqual([[], false])
    }))

  it('is public once it is published, and hidden when it is unpublished', () =>
    inTestTransaction(async (db) => {
      const { begun, call } = await openAdmin(db)
      const { id } = await begun(NEW)
      const change = { version: 1, isPublished: true, record: SAMPLE_RECORD }
      const published = await call('PUT', `/${id}`, change)
      expect(published).toMatchObject({ status: 200, answer: { isPublished: true, version: 2 } })
      expect(await getNewestBatch(db)).toMatchObject({ batchId: 'GC-2027-001', ingredient: SAMPLE_RECORD.ingredient })
      const log = await db.select().from(auditLog).where(eq(auditLog.action, 'update'))
      expect(log.at(-1)).toMatchObject({
        before: { isPublished: false },
        after: { isPublished: true },
      })
      await call('PUT', `/${id}`, { ...change, version: 2, isPublished: false })
      await expect(getBatch(db, 'GC-2027-001')).rejects.toThrow('We do not know this batch.')
    }))

  it('is not published while it is incomplete', () =>
    inTestTransaction(async (db) => {
      const { begun, call } = await openAdmin(db)
      const { id } = await begun(NEW)
      const sustainability = { ...SAMPLE_RECORD.sustainability, water_usage: PLACEHOLDER_TEXT }
      const record = { ...SAMPLE_RECORD, sustainability }
      expect(await call('PUT', `/${id}`, { version: 1, isPublished: true, record })).toMatchObject({
        status: 400,
        answer: { message: 'Before you publish, please fill in: Sustainability.' },
      })
      expect((await call('PUT', `/${id}`, { version: 1, isPublished: false, record })).status).toBe(200)
    }))

  it('is not overwritten when another admin has changed it', () =>
    inTestTransaction(async (db) => {
      const { begun, call } = await openAdmin(db)
      const { id } = await begun(NEW)
      const change = { version: 1, isPublished: false, record: SAMPLE_RECORD }
      await call('PUT', `/${id}`, change)
      const late = await call('PUT', `/${id}`, { ...change, record: { ...SAMPLE_RECORD, ingredient: 'Late' } })
      expect(late.status).toBe(409)
      expect((await call('GET', `/${id}`)).answer).toMatchObject({ ingredient: SAMPLE_RECORD.ingredient, version: 2 })
    }))

  it.each([
    ['a number that is taken', 409, { batchId: 'GC-2026-114' }],
    ['a number with spaces inside', 400, { batchId: 'GC 2027' }],
    ['no ingredient', 400, { ingredient: ' ' }],
    ['a model that nobody knows', 404, { copyOf: NOBODY }],
    ['a field of its own', 400, { isPublished: true }],
  ])('is not created with %s', (_, status, wrong) =>
    inTestTransaction(async (db) => {
      const { call } = await openAdmin(db)
      expect((await call('POST', '', { ...NEW, ...wrong })).status).toBe(status)
      expect(await db.$count(batches)).toBe(1)
      expect(await db.$count(auditLog)).toBe(0)
    }),
  )

  it.each([
    ['no stages', { stages: [] }],
    ['a stage that it does not have', { currentStage: 'nowhere' }],
    ['a number of its own', { batchId: 'GC-1' }],
  ])('is not changed to %s', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { call, sample } = await openAdmin(db)
      const change = { version: 1, isPublished: true, record: { ...SAMPLE_RECORD, ...wrong } }
      expect((await call('PUT', `/${sample.id}`, change)).status).toBe(400)
      expect((await call('GET', `/${sample.id}`)).answer).toMatchObject({ version: 1 })
    }),
  )

  it('is 404 when its id is unknown', () =>
    inTestTransaction(async (db) => {
      const { request } = await openAdmin(db)
      const change = { version: 1, isPublished: true, record: SAMPLE_RECORD }
      for (const id of [NOBODY, 'abc', '1']) {
        expect((await request('GET', `/${id}`)).status).toBe(404)
        expect((await request('GET', `/${id}/labels`)).status).toBe(404)
        expect((await request('PUT', `/${id}`, change)).status).toBe(404)
      }
    }))
})

it('lists batches in pages, newest first', () =>
  inTestTransaction(async (db) => {
    const { request, sample } = await openAdmin(db)
    for (const batchId of ['GC-2', 'GC-3']) {
      await seedBatch(db, { ...SAMPLE_BATCH, batchId })
      await db
        .update(batches)
        .set({ createdAt: new Date(Date.UTC(2099, 0, Number(batchId.slice(3)))) })
        .where(eq(batches.batchId, batchId))
    }
    const first = await request('GET', '?limit=2')
    expect([
      first.headers.get('X-Total-Count'),
      (await first.json()).map(({ batchId }: BatchSummary) => batchId),
    ]).toEqual(['3', ['GC-3', 'GC-2']])
    const next = /<\/api\/admin\/batches([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1]
    const second = await request('GET', next)
    expect(await second.json()).toEqual([sample])
    expect(sample).toMatchObject({ stage: 'Processing & Roasting', completed: 4, stages: 6, isPublished: true })
  }))

describe('the labels of a batch', () => {
  it.each([
    ['a4', 40, 2],
    ['roll', 3, 0],
  ])('on %s lead a camera to its journey, as the page reads them', (paper, count, sheets) =>
    inTestTransaction(async (db) => {
      const { request, sample } = await openAdmin(db)
      const page = await request('GET', `/${sample.id}/labels?count=${count}&paper=${paper}`)
      expect([page.headers.get('Content-Type'), page.headers.get('Cache-Control')]).toEqual([
        'text/html; charset=utf-8',
        'private, no-store',
      ])
      const text = await page.text()
      expect(text.match(/class="label-sheet"/g) ?? []).toHaveLength(sheets)
      const codes = text.match(/<svg.*?<\/svg>/gs) ?? []
      expect(codes).toHaveLength(count)
      for (const code of new Set(codes)) {
        const read = readDrawnCode(code)
        expect(read).toBe(`${PUBLIC_URL}/traceability?batch=GC-2026-114`)
        expect(parseScannedCode(read ?? '', [PUBLIC_URL])).toBe('GC-2026-114')
      }
      expect(text).toContain('Trinitario cocoa beans')
    }),
  )

  it('escape the texts, and say that the code of a draft does not work yet', () =>
    inTestTransaction(async (db) => {
      const { request, begun } = await openAdmin(db)
      const { id } = await begun({ ...NEW, ingredient: '<script>alert(1)</script>' })
      const text = await (await request('GET', `/${id}/labels`)).text()
      expect(text).not.toContain('<script>')
      expect(text).toContain('This batch is a draft')
    }))

  it.each(['count=0', 'count=721', 'count=many', 'paper=gold'])('are not printed with %s', (query) =>
    inTestTransaction(async (db) => {
      const { request, sample } = await openAdmin(db)
      expect((await request('GET', `/${sample.id}/labels?${query}`)).status).toBe(400)
    }),
  )
})

const PIXELS_A_MODULE = 4

/** Draws the strokes of a code, each a row of dark modules, and lets the scanner of our page read the picture. */
function readDrawnCode(svg: string): string | undefined {
  const modules = Number(/viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1])
  const strokes = /<path stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const side = modules * PIXELS_A_MODULE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  let [x, y] = [0, 0]
  for (const [, command, first = '0', second = '0'] of strokes.matchAll(/([Mmh])\s*(-?[\d.]+)(?:[ ,](-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))]
    else if (command === 'm') [x, y] = [x + Number(first), y + Number(second)]
    else {
      darken(pixels, { x, y, width: Number(first), side })
      x += Number(first)
    }
  }
  return jsqr(pixels, side, side)?.data
}

function darken(pixels: Uint8ClampedArray, { x, y, width, side }: Record<'x' | 'y' | 'width' | 'side', number>): void {
  for (let row = y * PIXELS_A_MODULE; row < (y + 1) * PIXELS_A_MODULE; row += 1)
    for (let column = x * PIXELS_A_MODULE; column < (x + width) * PIXELS_A_MODULE; column += 1)
      pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
}
