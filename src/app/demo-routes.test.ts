import { expect, it } from 'vitest'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

it('has no demo helper in a live shop, whatever a demo has', async () => {
  const database = await testDatabase()
  const demo = createFullApi(database)
  const helpers = demo.routes.filter(({ path, method }) => path.startsWith('/api/demo/') && method !== 'ALL')
  expect(new Set(helpers.map(({ path }) => path)).size).toBeGreaterThan(2)
  const live = createFullApi(database, {}, { SHOP_MODE: 'live' })
  expect(live.routes.filter(({ path }) => path.startsWith('/api/demo'))).toEqual([])
  for (const { path, method } of helpers) {
    const answer = await live.request(path.replace(/:\w+/, 'T1'), { method })
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { message: 'Not found.' }])
  }
})

it('shows a demo its mailbox', async () => {
  const demo = createFullApi(await testDatabase())
  expect((await demo.request('/api/demo/messages')).status).toBe(200)
  expect((await demo.request('/api/demo/mailbox')).status).toBe(200)
})
