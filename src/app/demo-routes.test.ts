import { expect, it } from 'vitest'
import { createSandbox } from '#src/features/payments/sandbox.server.ts'
import { readEnv } from '#src/platform/env.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { createApi } from './api.server.ts'

async function shopIn(SHOP_MODE: 'demo' | 'live') {
  const database = await testDatabase()
  const sandbox = { db: database.db, publicUrl: 'http://localhost:3000', secret: 'a secret for tests' }
  const till = { db: database.db, provider: createSandbox(sandbox), now: () => new Date(), onPaid: async () => {} }
  const env = { ...readEnv({}), SHOP_MODE }
  const secret = 'a secret for tests'
  return createApi({ env, database, secret, sandbox, till, closing: new AbortController(), close: async () => {} })
}

const DEMO_CALLS = ['GET /api/demo/messages', 'GET /api/demo/mailbox', 'GET /api/demo/upi/T1', 'POST /api/demo/upi/T1']

it('has no demo helper in a live shop', async () => {
  const live = await shopIn('live')
  for (const call of DEMO_CALLS) {
    const [method, path = ''] = call.split(' ')
    const answer = await live.request(path, { method })
    expect([call, answer.status, await answer.json()]).toEqual([call, 404, { message: 'There is no such call.' }])
  }
})

it('shows a demo its mailbox', async () => {
  const demo = await shopIn('demo')
  expect((await demo.request('/api/demo/messages')).status).toBe(200)
  expect((await demo.request('/api/demo/mailbox')).status).toBe(200)
})
