import { expect, it } from 'vitest'
import { readEnv } from '#src/platform/env.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { aTill } from '#tests/makers/payments.ts'
import { createApi } from './api.server.ts'

async function aShopWithItsMaker() {
  const database = await testDatabase()
  const { sandbox, ...till } = aTill(database.db)
  const secret = 'a secret for tests'
  const closing = new AbortController()
  const api = createApi({ env: readEnv({}), database, secret, sandbox, till, closing, close: async () => {} })
  const { cookie } = await aMaker(database.db)
  return (path: string, body: BodyInit) =>
    api.request(path, { method: 'POST', body, headers: { cookie, origin: 'http://localhost' } })
}

it('a call may be of 64 KB, and only those that take files may be of more', async () => {
  const send = await aShopWithItsMaker()
  const much = 'x'.repeat(65 * 1024)
  expect((await send('/api/products', much)).status).toBe(413)
  expect((await send('/api/upload', much)).status).toBe(400)
  expect((await send('/api/admin/products/import?dryRun=true', `SKU\n${much}`)).status).toBe(200)
  const tooMuch = 'x'.repeat(6 * 1024 * 1024)
  for (const path of ['/api/upload', '/api/admin/products/import?dryRun=true'])
    expect([path, (await send(path, tooMuch)).status]).toEqual([path, 413])
})
