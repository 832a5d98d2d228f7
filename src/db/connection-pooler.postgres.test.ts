import { expect, it, onTestFinished, vi } from 'vitest'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { startFakePooler } from '#src/testing/fake-pooler.ts'
import { testDatabaseUrl } from '#src/testing/test-database.ts'
import { poolerWarnings, probePooler } from './connection-pooler.server.ts'
import { type Database, openDatabase } from './open-database.server.ts'

/** Opens a shop's database, with what the log was told on the way. */
async function opened(url: string, directUrl: string): Promise<{ database: Database; warned: string[] }> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const database = await openDatabase({ url, directUrl })
  onTestFinished(() => database.close())
  return { database, warned: warn.mock.calls.map(([words]) => String(words)) }
}

it('the shop works behind a default pooler, and logs what to set', async () => {
  const directUrl = await testDatabaseUrl()
  const { database, warned } = await opened(await startFakePooler(directUrl), directUrl)
  expect(warned).toEqual([expect.stringMatching(/loses prepared statements.*max_prepared_statements = 200\.$/)])
  const ask = () => database.db.select().from(rateLimits).prepare('named').execute()
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  expect(answers.flat()).toEqual([])
})

it('without a pooler statements are prepared, connections have timeouts, and nothing is logged', async () => {
  const url = await testDatabaseUrl()
  const { database, warned } = await opened(url, url)
  expect(warned).toEqual([])
  expect(await probePooler(url)).toEqual({ keepsStatements: true, isDedicated: true })
  const { rows } = await database.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`,
  )
  expect(rows).toEqual([{ statement: '5s', lock: '1500ms', idle: '10s', jit: 'off' }])
})

it('a pooler without a direct connection is logged, because it forwards no notifications', () => {
  const shared = { keepsStatements: true, isDedicated: false }
  expect(poolerWarnings(shared, false)).toEqual([expect.stringContaining('set DATABASE_DIRECT_URL')])
  expect(poolerWarnings(shared, true)).toEqual([])
})
