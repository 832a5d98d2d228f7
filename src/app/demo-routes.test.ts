import { expect, it } from 'vitest'
import type { Database } from '#src/db/open-database.server.ts'
import { createSandboxGateway } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createApi } from './api.server.ts'
import { ORDER_EVENTS } from './order-events.server.ts'

function shopIn(SHOP_MODE: 'demo' | 'live', database: Database) {
  const sandbox = { db: database.db, publicUrl: 'http://localhost:3000', secret: 'a secret for tests' }
  const context = {
    db: database.db,
    gateway: createSandboxGateway(sandbox),
    now: () => new Date(),
    events: ORDER_EVENTS,
  }
  const env = { ...readEnv({}), SHOP_MODE }
  const secret = 'a secret for tests'
  return createApi({
    env,
    database,
    secret,
    sandbox,
    payments: context,
    closing: new AbortController(),
  })
}

it('has no demo helper in a live shop, whatever a demo has', async () => {
  const database = await testDatabase()
  const demo = shopIn('demo', database)
  const helpers = demo.routes.filter(({ path, method }) => path.startsWith('/api/demo/') && method !== 'ALL')
  expect(new Set(helpers.map(({ path }) => path)).size).toBeGreaterThan(2)
  const live = shopIn('live', database)
  expect(live.routes.filter(({ path }) => path.startsWith('/api/demo'))).toEqual([])
  for (const { path, method } of helpers) {
    const answer = await live.request(path.replace(/:\w+/, 'T1'), { method })
    expect([path, answer.status, await answer.json()]).toEqual([path, 404, { message: 'Not found.' }])
  }
})

it('shows a demo its mailbox', async () => {
  const demo = shopIn('demo', await testDatabase())
  expect((await demo.request('/api/demo/messages')).status).toBe(200)
  expect((await demo.request('/api/demo/mailbox')).status).toBe(200)
})
