import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureAdmin } from '#src/features/auth/admins/admins.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { enableJsonLog } from '#src/server/telemetry/log.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { postJson } from './post-json.ts'

const shared = globalThis as typeof globalThis & { logLines?: unknown }
let written: string[] = []

beforeEach(() => {
  written = []
  enableJsonLog('debug', { write: (line) => written.push(line) })
})
// Other tests of this process read the console.
afterEach(() => delete shared.logLines)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

it('no secret and no personal data is logged, even when everything fails', async () => {
  const database = await testDatabase()
  const { db } = database
  await ensureAdmin(db, { ADMIN_EMAIL: 'maker@golconda.example', ADMIN_PASSWORD: 'dark-and-slow-72' })
  const api = createFullApi(database)
  const login = await postJson(api, '/api/login', { ...FORM, body: 'email=asha.rao%40example.com' })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? 'no cookie'
  const [mail] = await listMailboxMessages(db, 'asha.rao@example.com')
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'no code'
  const entered = await postJson(api, '/api/login', {
    ...FORM,
    cookie,
    body: `email=asha.rao%40example.com&code=${code}`,
  })
  expect(entered.status).toBe(303)
  const token = /shop_session=([\w-]+)/.exec(entered.headers.get('set-cookie') ?? '')?.[1] ?? 'no token'
  const credentials = { email: 'maker@golconda.example', password: 'dark-and-slow-72' }
  await postJson(api, '/api/admin/login', { body: JSON.stringify({ ...credentials, password: 'not-so-dark-99' }) })
  await postJson(api, '/api/payments/webhook/sandbox', {
    'webhook-signature': 'v1,c2VjcmV0LXNpZ25hdHVyZQ==',
    body: '{"vpa":"asha.rao@okaxis"}',
  })
  const story = { title: 'A secret title', content: 'My telephone is +91 98765 43210.', authorName: 'Asha Rao' }
  // From here on every query fails, with the typed text in its values.
  await db.execute(sql`alter table stories rename to stories_away`)
  await db.execute(sql`alter table users rename to users_away`)
  try {
    expect((await postJson(api, '/api/stories', { body: JSON.stringify(story) })).status).toBe(500)
    expect((await postJson(api, '/api/admin/login', { body: JSON.stringify(credentials) })).status).toBe(500)
    const answer = await api.request('/api/auth/user', { headers: { cookie: `shop_session=${token}` } })
    expect(answer.status).toBe(500)
  } finally {
    await db.execute(sql`alter table stories_away rename to stories`)
    await db.execute(sql`alter table users_away rename to users`)
  }
  const secrets = [
    code,
    token,
    'dark-and-slow-72',
    'not-so-dark-99',
    'c2VjcmV0LXNpZ25hdHVyZQ',
    'asha.rao',
    'Asha Rao',
    'secret title',
    '98765 43210',
    '9876543210',
    'maker@golconda',
  ]
  expect(written.length).toBeGreaterThan(2)
  for (const secret of secrets) expect([secret, written.filter((line) => line.includes(secret))]).toEqual([secret, []])
})
