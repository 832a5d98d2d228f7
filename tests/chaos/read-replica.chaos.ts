import { sql } from 'drizzle-orm'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { seoRoutes } from '#src/app/seo/seo-routes.server.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { createResponseCache } from '#src/server/cache/response-cache.server.ts'
import { type DatabasePair, startDatabasePair, tell } from '#src/testing/database-pair.ts'
import { failureOf } from '#src/testing/resources.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

let pair: DatabasePair
beforeAll(async () => {
  pair = await startDatabasePair()
  return pair.stop
})

async function opened() {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  const { primary, standby } = pair.servers
  const database = await openDatabase({ url: primary.url, readUrl: standby.url })
  onTestFinished(() => database.close())
  const warnings = () => warned.mock.calls.map(([words]) => String(words))
  return { ...database, warnings }
}

const look = async (db: Db) => {
  const { rows } = await db.execute<{ isStandby: boolean; count: number }>(
    sql`select pg_is_in_recovery() as "isStandby", (select count(*)::int from categories) as count`,
  )
  return onlyRow(rows)
}
const addCategory = (db: Db, name: string) => db.execute(sql`insert into categories (name) values (${name})`)

it('reads go to the standby and see all that was committed before them', async () => {
  const { db, read, warnings } = await opened()
  for (let nth = 1; nth <= 20; nth++) {
    await addCategory(db, `Bars ${nth}`)
    expect(await read(look)).toEqual({ isStandby: true, count: nth })
  }
  expect(warnings()).toEqual([])
})

it('feeds, sitemap, exports and figures are read from the standby; a list that leads to a decision is not', async () => {
  const { db, read } = await opened()
  const api = createFullApi({ db, read })
  const { cookie } = await createAdmin(db)
  const files = seoRoutes({ db, read, cache: createResponseCache(), publicUrl: 'https://golconda.example' })
  const lastRead = () =>
    tell(
      pair.servers.standby,
      `select max(query_start)::text from pg_stat_activity where application_name = 'golconda/${process.pid} reads'`,
    )
  async function isReadFromStandby(request: () => Response | Promise<Response>) {
    const before = await lastRead()
    expect((await request()).status).toBe(200)
    return (await lastRead()) !== before
  }
  const ask = (path: string) => () => api.request(path, { headers: { cookie } })
  for (const path of ['/feeds/products.xml', '/feeds/stories.xml', '/sitemap.xml'])
    expect([path, await isReadFromStandby(() => files.request(path))]).toEqual([path, true])
  for (const path of ['products.csv', 'invoices.csv?month=2026-11'].map((file) => `/api/admin/${file}`))
    expect([path, await isReadFromStandby(ask(path))]).toEqual([path, true])
  for (const path of ['/api/dashboard/stats', '/api/dashboard/analytics', '/api/dashboard/analytics/revenue'])
    expect([path, await isReadFromStandby(ask(path))]).toEqual([path, true])
  for (const path of ['/api/admin/products', '/api/products', '/api/auth/user'])
    expect([path, await isReadFromStandby(ask(path))]).toEqual([path, false])
})

it('a standby that lags is not read, and is read again once it has caught up', async () => {
  const { db, read, warnings } = await opened()
  await tell(pair.servers.standby, 'select pg_wal_replay_pause()')
  const { count } = await look(db)
  await addCategory(db, 'Pralines')
  expect(await read(look)).toEqual({ isStandby: false, count: count + 1 })
  expect(warnings()).toEqual([expect.stringMatching(/read replica is not used: it is more than 1 s behind/)])
  await tell(pair.servers.standby, 'select pg_wal_replay_resume()')
  await vi.waitFor(async () => expect(await read(look)).toEqual({ isStandby: true, count: count + 1 }), {
    timeout: 15_000,
    interval: 500,
  })
})

it('a statement that fails on the standby is run on the primary; a refusal stays one', async () => {
  const { read } = await opened()
  const refusal = new DomainError('not-found', 'Not here.')
  expect(await failureOf(read(async () => Promise.reject(refusal)))).toBe(refusal)
  const { rows } = await read((db) => db.execute(sql`insert into categories (name) values ('Truffles') returning name`))
  expect(rows).toEqual([{ name: 'Truffles' }])
})

it('without its standby, or with a primary in its place, everything is read from the primary', async () => {
  const { primary } = pair.servers
  const { db, read, warnings } = await opened()
  await pair.servers.standby.crash()
  onTestFinished(() => pair.servers.standby.revive())
  await tell(primary, `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()')
  expect(await read(look)).toEqual({ ...(await look(db)), isStandby: false })
  expect(warnings()).toHaveLength(1)
  const wrong = await openDatabase({ url: primary.url, readUrl: primary.url })
  onTestFinished(() => wrong.close())
  expect(await wrong.read(look)).toMatchObject({ isStandby: false })
  expect(warnings()).toHaveLength(2)
})
