import { expect, it } from 'vitest'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

async function createShopWithAdmin() {
  const database = await testDatabase()
  const api = createFullApi(database)
  const { cookie } = await createAdmin(database.db)
  return (path: string, body: BodyInit, said: Record<string, string> = {}) => {
    const headers = { cookie, origin: 'http://localhost', 'content-type': 'application/json', ...said }
    return api.request(path, { method: 'POST', body, headers })
  }
}

it('a call may be of 64 KB, and only those that take files may be of more', async () => {
  const send = await createShopWithAdmin()
  const much = 'x'.repeat(65 * 1024)
  expect((await send('/api/products', much)).status).toBe(413)
  expect((await send('/api/upload', much)).status).toBe(400)
  expect(
    (await send('/api/admin/products/import?dryRun=true', `SKU\n${much}`, { 'content-type': 'text/csv' })).status,
  ).toBe(200)
  const tooMuch = 'x'.repeat(6 * 1024 * 1024)
  for (const path of ['/api/upload', '/api/admin/products/import?dryRun=true'])
    expect([path, (await send(path, tooMuch)).status]).toEqual([path, 413])
})

it('what is short by nature has a limit of its own, also when it does not say how long it is', async () => {
  const send = await createShopWithAdmin()
  const kilobytes = (count: number) => JSON.stringify({ text: 'x'.repeat(count * 1024) })
  const LIMITS = {
    '/api/payments/upi/verify': 4,
    '/api/csp-report': 8,
    '/api/stories': 16,
    '/api/payments/upi/initiate': 32,
  }
  for (const [path, limit] of Object.entries(LIMITS)) {
    expect([path, (await send(path, kilobytes(limit - 1))).status]).not.toEqual([path, 413])
    expect([path, (await send(path, kilobytes(limit))).status]).toEqual([path, 413])
    const unsaid = { 'transfer-encoding': 'chunked' }
    expect([path, (await send(path, kilobytes(limit), unsaid)).status]).toEqual([path, 413])
    expect((await send(path, kilobytes(1), unsaid)).status).toBeLessThan(500)
  }
})

it('a body says what it is, and is what the call takes', async () => {
  const send = await createShopWithAdmin()
  const text = '{"title":"A form of another site can send this"}'
  for (const type of [
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
    expect([type, (await send('/api/stories', text, { 'content-type': type })).status]).toEqual([type, 415])
  expect((await send('/api/stories', text, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(400)
  const login = (type: string) => send('/api/login', 'email=asha%40example.com', { 'content-type': type })
  expect((await login('application/x-www-form-urlencoded')).status).toBe(200)
  expect((await login('text/plain')).status).toBe(415)
})
