import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'
import { breakableConnection } from '#src/testing/breakable-connection.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { queueTestMail, startSleepingShop } from '#tests/factories/sleeping-shop.ts'

/** A process that sleeps, and another one that only queues. */
async function createTwoProcesses() {
  const queuing = await testDatabase()
  const url = String(queuing.pool.options.connectionString)
  const line = await breakableConnection(url)
  const database = await openDatabase({ url, directUrl: line.url, patient: true })
  onTestFinished(() => database.close())
  return { queuing, line, ...(await startSleepingShop(database)) }
}

it('a message that one process queues is sent at once by another one that sleeps', async () => {
  const { queuing, sent, isConsistent } = await createTwoProcesses()
  expect(isConsistent()).toBe(true)
  await queueTestMail(queuing, 'From next door')
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['From next door'])
})

it('a process whose notifications break off looks every second, until they are back', async () => {
  const { queuing, line, sent, isConsistent, countStatements } = await createTwoProcesses()
  line.cut()
  await expect.poll(isConsistent).toBe(false)
  expect(await countStatements(5)).toBeGreaterThanOrEqual(4)
  await queueTestMail(queuing, 'Unannounced')
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['Unannounced'])
  line.restore()
  await expect.poll(isConsistent, { timeout: 20_000 }).toBe(true)
  await expect.poll(() => countStatements(4), { timeout: 30_000, interval: 0 }).toBeLessThanOrEqual(4)
})
