import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { requireSameOrigin } from './csrf.server.ts'
import { handleError } from './error-handler.server.ts'

const api = createTestApi(createApiRouter().all('/cart', (c) => c.text('done')))
const call = (method: string, headers: Record<string, string>) =>
  api.request('http://shop.example/api/cart', { method, headers })

const COOKIE = { cookie: 'session=1' }

it.each([
  ['the shop itself', { ...COOKIE, origin: 'http://shop.example' }],
  ['the shop itself behind a proxy that speaks TLS', { ...COOKIE, origin: 'https://shop.example' }],
  ['the shop itself, told by Sec-Fetch-Site', { ...COOKIE, 'sec-fetch-site': 'same-origin' }],
  ['a person who typed the address', { ...COOKIE, 'sec-fetch-site': 'none' }],
  ['a program without a cookie', {}],
])('a change is taken from %s', async (_, headers) => {
  expect((await call('POST', headers)).status).toBe(200)
})

it.each([
  ['another site', { ...COOKIE, origin: 'https://evil.example' }],
  ['another port of the same machine', { ...COOKIE, origin: 'http://shop.example:8080' }],
  ['a subdomain', { ...COOKIE, origin: 'http://blog.shop.example' }],
  ['a page without an origin of its own', { ...COOKIE, origin: 'null' }],
  ['another site, told by Sec-Fetch-Site', { ...COOKIE, 'sec-fetch-site': 'cross-site' }],
  ['a sister site', { ...COOKIE, 'sec-fetch-site': 'same-site' }],
  ['a caller with a cookie that does not say where it is from', COOKIE],
  ['another site without a cookie', { origin: 'https://evil.example' }],
])('a change is refused from %s', async (_, headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await call(method, headers)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ message: 'This call must come from the shop itself.' })
  }
})

it('reading is open to all', async () => {
  expect((await call('GET', { ...COOKIE, origin: 'https://evil.example' })).status).toBe(200)
})

it('a live shop takes changes from the one address that shoppers see, whatever a proxy calls it', async () => {
  const live = new Hono()
    .onError(handleError)
    .use(requireSameOrigin('https://shop.example'))
    .post('/', (c) => c.text('done'))
  const from = async (origin: string) =>
    (await live.request('http://10.0.0.7:3000/', { method: 'POST', headers: { ...COOKIE, origin } })).status
  expect(await from('https://shop.example')).toBe(200)
  for (const origin of ['http://shop.example', 'http://10.0.0.7:3000', 'https://shop.example.evil.example', 'null'])
    expect([origin, await from(origin)]).toEqual([origin, 403])
})
