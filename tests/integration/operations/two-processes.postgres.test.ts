import { expect, it, onTestFinished, vi } from 'vitest'
import { runConsistencyCheck } from '#src/app/jobs/consistency-check.server.ts'
import { isMigrated } from '#src/db/migrate.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createMail } from '#tests/factories/mail.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'

/** Two processes of one shop, each with its own connections, memory and routes. */
async function twoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  onTestFinished(() => second.close())
  return [first, second].map((database) => {
    const api = createFullApi(database)
    const ask = async (call: string, { cookie = '', body }: { cookie?: string; body?: unknown } = {}) => {
      const [method = '', path = ''] = call.split(' ')
      const headers = { cookie, origin: 'http://localhost', 'content-type': 'application/json' }
      return api.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    }
    return { db: database.db, ask }
  }) as [Process, Process]
}

type Process = {
  db: Awaited<ReturnType<typeof testDatabase>>['db']
  ask: (call: string, sent?: { cookie?: string; body?: unknown }) => Promise<Response>
}

it('a session of one process is valid in the other, and signing out ends it in both', async () => {
  const [one, other] = await twoProcesses()
  const { cookie } = await createCustomer(one.db)
  expect((await other.ask('GET /api/auth/user', { cookie })).status).toBe(200)
  await other.ask('GET /api/logout', { cookie })
  expect((await one.ask('GET /api/auth/user', { cookie })).status).toBe(401)
})

it('rate limits count across both processes', async () => {
  const processes = await twoProcesses()
  const body = { email: 'maker@golconda.example', password: 'not the password' }
  const tries = Array.from({ length: 20 }, (_, nth) =>
    processes[nth % 2 === 0 ? 0 : 1].ask('POST /api/admin/login', { body }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

it('an admin page at one process shows within seconds what a visitor does at the other', async () => {
  const [one, other] = await twoProcesses()
  const { cookie } = await createAdmin(one.db)
  const events = (await one.ask('GET /api/admin/events', { cookie })).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader()
  const next = async (wanted: string) => {
    for (let received = ''; ; ) {
      received += (await events?.read())?.value ?? ''
      if (received.includes(wanted)) return received
    }
  }
  expect(await next('"problems":{"count":0')).toContain('event: today')
  const body = { name: 'Asha', email: 'asha@example.com', subject: 'A box', message: 'It came open.' }
  expect((await other.ask('POST /api/contact', { body })).status).toBe(201)
  expect(await next('"problems":{"count":1')).toContain('event: today')
  await events?.cancel()
})

it('two schedulers that start at once send each message once', async () => {
  const processes = await twoProcesses()
  for (let nth = 0; nth < 60; nth++) {
    const text = `Message ${nth}`
    await queueMessage(processes[0].db, {
      idempotencyKey: text,
      channel: 'email',
      to: 'asha@example.com',
      ...createMail(text, text),
    })
  }
  const sent: string[] = []
  const deliver = async ({ text }: { text: string }): Promise<undefined> => {
    sent.push(text)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const now = slightlyLater()
  const turns = Array.from({ length: 12 }, (_, nth) =>
    deliverDueMessages(processes[nth % 2 === 0 ? 0 : 1].db, deliver, now),
  )
  await Promise.all(turns)
  expect(sent).toHaveLength(60)
  expect(new Set(sent).size).toBe(60)
})

it('migrations and notifications bypass the connection pooler', async () => {
  const { pool } = await testDatabase()
  const directUrl = String(pool.options.connectionString)
  const pooled = new URL(directUrl)
  pooled.searchParams.set('application_name', 'pooled')
  const shop = await openDatabase({ url: pooled.href, directUrl, patient: true })
  onTestFinished(() => shop.close())
  const following = await subscribeToChanges(shop, { invalidate: () => {}, setConsistent: () => {} })
  onTestFinished(following.stop)
  const { rows } = await pool.query(
    "select application_name as by from pg_stat_activity where datname = current_database() and query like 'listen %'",
  )
  expect(rows).toEqual([{ by: `golconda/${process.pid} listen` }])
})

it('a shutdown does not wait for the consistency check', async () => {
  const shop = await testDatabase()
  const going = new AbortController()
  const holder = await shop.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin; lock table orders in access exclusive mode')
  const looking = runConsistencyCheck(shop, {
    adminEmail: 'maker@golconda.example',
    now: new Date(),
    signal: going.signal,
  })
  const waits = () =>
    shop.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  await expect.poll(async () => (await waits()).rowCount).toBe(1)
  going.abort()
  await expect(looking).rejects.toThrow()
})

it('a process that is older than the database logs it and runs', async () => {
  const { pool } = await testDatabase()
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  onTestFinished(async () => void (await pool.query('delete from drizzle.__drizzle_migrations where created_at = 0')))
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('a later step', 0)`)
  expect(await isMigrated(pool)).toBe(true)
  expect(String(warned.mock.calls)).toMatch(/The database has \d+ migrations, and this version knows \d+/)
})
