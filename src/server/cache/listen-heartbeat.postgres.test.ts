import { getEventListeners } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'
import { breakableConnection } from '#src/testing/breakable-connection.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { subscribeToChanges } from './cache-invalidation.server.ts'

/** About four seconds by decision 12; the rest is for a machine that stalls. */
const SOON = { timeout: 10_000 }

/** A cache that hears of changes; statements and notifications take different connections. */
async function subscribedCache() {
  const { pool } = await testDatabase()
  const url = String(pool.options.connectionString)
  const [statements, notifications] = [await breakableConnection(url), await breakableConnection(url)]
  const database = await openDatabase({ url: statements.url, directUrl: notifications.url, patient: true })
  onTestFinished(() => database.close())
  const states: boolean[] = []
  const { stop } = await subscribeToChanges(database, { invalidate: () => {}, setConsistent: (is) => states.push(is) })
  onTestFinished(stop)
  const countSessions = async () => {
    const sessions = `from pg_stat_activity where datname = current_database() and application_name like '% listen'`
    return (await pool.query(`select count(*)::int ${sessions}`)).rows[0].count
  }
  /** PostgreSQL takes LISTEN each time, and nothing else gets through. */
  const loseItSeveralTimes = async () => {
    const before = states.length
    statements.cut()
    notifications.cut()
    notifications.restore()
    await expect.poll(() => states.length - before, SOON).toBeGreaterThanOrEqual(4)
    statements.restore()
    await expect.poll(() => states.at(-1), SOON).toBe(true)
  }
  return { states, notifications, stop, countSessions, loseItSeveralTimes }
}

it('when the LISTEN connection stalls, the cache is off within seconds, and on again with a new connection', async () => {
  const { states, notifications } = await subscribedCache()
  await expect.poll(() => states, SOON).toEqual([true])
  notifications.stall()
  await expect.poll(() => states, SOON).toEqual([true, false])
  // A new connection over the silent line would wait for its own timeout.
  notifications.cut()
  notifications.restore()
  await expect.poll(() => states.at(-1), SOON).toBe(true)
})

it('a LISTEN connection that is lost several times leaves no other open, and none once it is stopped', async () => {
  const { stop, countSessions, loseItSeveralTimes } = await subscribedCache()
  await loseItSeveralTimes()
  await expect.poll(countSessions, SOON).toBe(1)
  await stop()
  await expect.poll(countSessions, SOON).toBe(0)
})

it('a LISTEN connection that is lost several times leaves no listener for the stop signal behind', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  onTestFinished(() => added.mockRestore())
  const { loseItSeveralTimes } = await subscribedCache()
  const signals = () => [...new Set(added.mock.contexts)].filter((context) => context instanceof AbortSignal)
  const waiting = () => signals().flatMap((signal) => getEventListeners(signal, 'abort')).length
  const before = waiting()
  expect(before).toBeGreaterThan(0)
  await loseItSeveralTimes()
  expect(waiting()).toBe(before)
})
