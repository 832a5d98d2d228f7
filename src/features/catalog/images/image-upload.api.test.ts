import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { openObjectStorage } from '#src/storage/image-storage.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { inTestTransaction, startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { imageUploadApi } from './image-upload.api.server.ts'

async function createUploadClient(db: Db, folder = temporaryFolder()) {
  const uploads = path.join(folder, 'uploads')
  const client = await createAdminClient(db, imageUploadApi({ db, storage: openObjectStorage({ DATA_DIR: folder }) }))
  const upload = (form: FormData) => client.call('POST /api/upload', form)
  const storedFiles = () => (existsSync(uploads) ? readdirSync(uploads) : [])
  return { ...client, upload, storedFiles }
}

const inShop = startingWith((db) => createUploadClient(db))

const photograph = (width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#5b2f1c' } })
    .jpeg()
    .toBuffer()

function formWith(name: string, ...files: (Uint8Array<ArrayBuffer> | string)[]) {
  const form = new FormData()
  for (const file of files) form.append(name, new File([file], 'photo.jpg', { type: 'image/jpeg' }))
  return form
}

const bytes = async () => new Uint8Array(await photograph())

it('an uploaded image is stored in all widths and audited', () =>
  inShop(async ({ upload, storedFiles, admin }, db) => {
    const { status, answer } = await upload(formWith('image', await bytes()))
    expect([status, answer.success, typeof answer.message]).toEqual([200, true, 'string'])
    expect(answer.imageUrl).toMatch(/^\/uploads\/[0-9a-f]{32}-1280\.webp$/)
    expect(storedFiles()).toHaveLength(16)
    expect(await db.select().from(auditLog)).toMatchObject([
      { actorEmail: admin.email, entity: 'picture', entityId: answer.imageUrl, action: 'create' },
    ])
  }))

it.each([
  ['no picture', () => new FormData(), 'Please send one picture as the field image of a form.'],
  [
    'a picture in another field',
    async () => formWith('file', await bytes()),
    'Please send one picture as the field image of a form.',
  ],
  [
    'two pictures',
    async () => formWith('image', await bytes(), await bytes()),
    'Please send one picture as the field image of a form.',
  ],
  ['an empty file', () => formWith('image', ''), 'Please send one picture as the field image of a form.'],
  [
    'a page that calls itself a photograph',
    () => formWith('image', '<!doctype html><script>alert(1)</script>'),
    'This file cannot be read as a picture. Please choose a JPG, PNG, GIF, WebP or AVIF.',
  ],
  [
    'a drawing that can run',
    () => formWith('image', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    'This file cannot be read as a picture. Please choose a JPG, PNG, GIF, WebP or AVIF.',
  ],
])('%s is refused, and nothing is stored', (_, make, message) =>
  inShop(async ({ upload, storedFiles }, db) => {
    expect(await upload(await make())).toMatchObject({ status: 400, answer: { success: false, message } })
    expect([storedFiles(), await db.$count(auditLog)]).toEqual([[], 0])
  }),
)

it('what is no form is refused', () =>
  inShop(async ({ call }) => {
    expect(await call('POST /api/upload', { image: 'text' })).toMatchObject({ status: 400, answer: { success: false } })
  }))

it.each([
  [5 * 1024 * 1024 + 1, 400],
  [6 * 1024 * 1024, 413],
])('a file of %i bytes is too large', (size, expected) =>
  inShop(async ({ upload, storedFiles }) => {
    const { status, answer } = await upload(formWith('image', new Uint8Array(size)))
    expect([status, answer]).toMatchObject([
      expected,
      { success: false, message: 'Please select an image smaller than 5MB' },
    ])
    expect(storedFiles()).toEqual([])
  }),
)

it('only a few uploads run at once; the others get 503', () =>
  inShop(async ({ ask }) => {
    const file = await bytes()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask('POST /api/upload', formWith('image', file))),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4)
    expect(answers.find(({ status }) => status === 503)?.headers.get('Retry-After')).toBe('5')
  }))

it('an admin uploads the pictures of thirty products in an hour, and not many more', () =>
  inShop(async ({ upload }) => {
    const statuses: number[] = []
    for (let sent = 0; sent <= 9 * 30; sent++) statuses.push((await upload(new FormData())).status)
    expect(statuses).toEqual([...Array(9 * 30).fill(400), 429])
  }))

it('a full disk is reported to the admin', () =>
  inTestTransaction(async (db) => {
    expectConsoleError()
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'uploads'), 'a file is where the storage folder should be')
    const { upload } = await createUploadClient(db, folder)
    expect(await upload(formWith('image', await bytes()))).toMatchObject({ status: 503, answer: { success: false } })
  }))
