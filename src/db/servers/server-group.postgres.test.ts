import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { breakableConnection } from '#src/testing/breakable-connection.ts'
import { tell } from '#src/testing/database-pair.ts'
import { freePort } from '#src/testing/postgres-server.ts'
import { failureOf } from '#src/testing/resources.ts'
import { testDatabaseUrl } from '#src/testing/test-database.ts'
import { isDatabaseUnavailable } from '../database.server.ts'
import { openDatabase, openForCli } from '../open-database.server.ts'
import { findPrimaryUrl } from './server-group.server.ts'

const withHosts = (url: string, ...hosts: string[]) => url.replace(new URL(url).host, hosts.join(','))
const hostOf = (url: string) => new URL(url).host

function watchLog() {
  const logs = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}))
  onTestFinished(() => logs[0]?.mockRestore())
  return () => logs.flatMap(({ mock }) => mock.calls.map(([words]) => String(words)))
}

async function opened(url: string, patient = false) {
  const database = await openDatabase({ url, patient })
  onTestFinished(() => database.close())
  return database
}

it('of several servers the one that answers and accepts writes is used, and the log says if commits are not safe', async () => {
  const url = await testDatabaseUrl()
  const logged = watchLog()
  const silent = `127.0.0.1:${await freePort()}`
  const several = withHosts(url, silent, hostOf(url))
  expect(await findPrimaryUrl(several)).toBe(url)
  const { db } = await opened(several)
  await db.execute(sql`insert into categories (name) values ('Bars')`)
  expect(logged()).toContainEqual(expect.stringContaining('commits without waiting for a standby'))
})

it('a server that hangs is left for another address within seconds, and its connections are closed', async () => {
  const url = await testDatabaseUrl()
  watchLog()
  const [one, two] = [await breakableConnection(url), await breakableConnection(url)]
  two.cut()
  const { db } = await opened(withHosts(url, hostOf(one.url), hostOf(two.url)), true)
  const hanging = Array.from({ length: 3 }, () => failureOf(db.execute(sql`select pg_sleep(60)`)))
  const running = `select count(*)::int from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`
  await expect.poll(() => tell({ url }, running), { timeout: 20_000 }).toBe(3)
  one.stall()
  two.restore()
  const began = performance.now()
  for (const failure of await Promise.all(hanging)) expect(isDatabaseUnavailable(failure)).toBe(true)
  await db.execute(sql`select 1`)
  // Its statements would time out after 70 s.
  expect(performance.now() - began).toBeLessThan(30_000)
})

it('without a primary, calls fail as unavailable after a few seconds', async () => {
  const url = await testDatabaseUrl()
  watchLog()
  const line = await breakableConnection(url)
  const { db, pool } = await opened(withHosts(url, hostOf(line.url), `127.0.0.1:${await freePort()}`))
  line.cut()
  await expect.poll(() => pool.totalCount).toBe(0)
  const failure = await failureOf(db.execute(sql`select 1`))
  expect(isDatabaseUnavailable(failure)).toBe(true)
  line.restore()
  await db.execute(sql`select 1`)
})

it('the error of a start names what each server said', async () => {
  const url = new URL(await testDatabaseUrl())
  const { host } = url
  const silent = `127.0.0.1:${await freePort()}`
  url.pathname = '/nowhere'
  const failure = await failureOf(findPrimaryUrl(withHosts(url.href, silent, host)))
  expect(String(failure)).toMatch(
    new RegExp(`writes: ${silent}: .*ECONNREFUSED.*; ${host}: .*"nowhere" does not exist`),
  )
})

it('a first connection that fails names its setting, and no password', async () => {
  const good = await testDatabaseUrl()
  const [nowhere, refused] = [new URL(good), new URL(good)]
  nowhere.pathname = '/nowhere'
  Object.assign(refused, { host: `localhost:${await freePort()}`, password: 'hunter2' })
  const says = async (opening: Promise<unknown>) => String(await failureOf(opening))
  expect(await says(openDatabase({ url: nowhere.href }))).toBe('Error: DATABASE_URL: database "nowhere" does not exist')
  const lost = await says(openForCli({ url: refused.href }))
  expect(lost).toMatch(/^Error: DATABASE_URL: .*ECONNREFUSED/)
  expect(lost).not.toContain('hunter2')
  for (const open of [openDatabase, openForCli])
    expect(await says(open({ url: good, directUrl: nowhere.href }))).toMatch(/^Error: DATABASE_DIRECT_URL: .*"nowhere"/)
})

it('PostgreSQL shows which process a connection belongs to, and what it is for', async () => {
  const { pool, createDirectClient } = await opened(await testDatabaseUrl())
  const direct = createDirectClient('listen')
  await direct.connect()
  onTestFinished(() => direct.end())
  const { rows } = await pool.query(
    'select distinct application_name as name from pg_stat_activity where datname = current_database() order by 1',
  )
  expect(rows.map(({ name }) => name)).toEqual([`golconda/${process.pid}`, `golconda/${process.pid} listen`])
})
