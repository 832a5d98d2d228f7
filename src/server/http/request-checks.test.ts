import { expect, it } from 'vitest'
import { createAdmissionController, type Slot } from '#src/server/overload/load-shedding.server.ts'
import { createApiRoot } from '#src/server/routes/api-root.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { PUBLIC_POLICY, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { runInRequestContext } from './request-context.server.ts'

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
])('a change is accepted from %s', async (_, headers) => {
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
])('a change is rejected from %s', async (_, headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await call(method, headers)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ message: 'This call must come from the shop itself.' })
  }
})

it('reading is open to all', async () => {
  expect((await call('GET', { ...COOKIE, origin: 'https://evil.example' })).status).toBe(200)
})

it('a live shop accepts changes from its public address only, whatever a proxy calls it', async () => {
  const live = createApiRoot({ origin: 'https://shop.example' }).post('/', (c) => c.text('done'))
  const from = async (origin: string) =>
    (await live.request('http://10.0.0.7:3000/api', { method: 'POST', headers: { ...COOKIE, origin } })).status
  expect(await from('https://shop.example')).toBe(200)
  for (const origin of ['http://shop.example', 'http://10.0.0.7:3000', 'https://shop.example.evil.example', 'null'])
    expect([origin, await from(origin)]).toEqual([origin, 403])
})

it('an address with a NUL byte is rejected before routing', async () => {
  const things = createTestApi(createApiRouter().get('/things/:id', (c) => c.text('found')))
  const status = async (path: string) => (await things.request(`/api${path}`)).status
  const addresses = ['/things/7%00', '/things/7?q=a%00b', '/things/7?q=a?%00', '/things/7?q=%2500']
  expect(await Promise.all(addresses.map(status))).toEqual([404, 400, 400, 200])
})

const echo = createTestApi(createApiRouter().post('/echo', async (c) => c.json(await c.req.json())))

const post = (body: BodyInit, type = 'application/json') =>
  echo.request('/api/echo', { method: 'POST', body, headers: { 'content-type': type } })

it.each([
  '{"name":"a\\u0000b"}',
  '{"na\\u0000me":1}',
  '{"name":"\\uD83C"}',
  '{"name":"\\udf6b\\uD83C"}',
  `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},"name":"a\\u0000b"}`,
  new Uint8Array([0x22, 0xc3, 0x28, 0x22]),
])('rejects %s with a message', async (body) => {
  const response = await post(body)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('character') },
  ])
})

it('passes every other body on', async () => {
  const response = await post('{"name":"ఆశా ₹ \\u0041 🍫 \\ud83c\\udf6b"}')
  expect(await response.json()).toEqual({ name: 'ఆశా ₹ A 🍫 🍫' })
  const typed = { name: String.raw`\u0000 and \ud800`, note: '"constructor": not a name' }
  expect(await (await post(JSON.stringify(typed))).json()).toEqual(typed)
})

it.each(['__proto__', 'constructor', 'prototype'])('rejects a field called %s', async (name) => {
  expect((await post(`{"story":{"${name}":{"isAdmin":true}}}`)).status).toBe(400)
  expect((await post(`{"story":"the ${name} of taste"}`)).status).toBe(200)
})

async function createShopWithAdmin() {
  const database = await testDatabase()
  const api = createFullApi(database)
  const { cookie } = await createAdmin(database.db)
  return (path: string, body: BodyInit, said: Record<string, string> = {}) => {
    const headers = { cookie, origin: 'http://localhost', 'content-type': 'application/json', ...said }
    return api.request(path, { method: 'POST', body, headers })
  }
}

it('a request can have 64 KB, unless its route says more', async () => {
  const send = await createShopWithAdmin()
  const much = 'x'.repeat(65 * 1024)
  expect((await send('/api/products', much)).status).toBe(413)
  expect((await send('/api/upload', much)).status).toBe(400)
  expect(
    (await send('/api/admin/products/import?dryRun=true', `SKU\n${much}`, { 'content-type': 'text/csv' })).status,
  ).toBe(200)
  const tooMuch = 'x'.repeat(9 * 1024 * 1024)
  const refused = [
    await send('/api/upload', tooMuch),
    await send('/api/admin/products/import?dryRun=true', tooMuch),
    await send('/api/products', much),
  ]
  for (const { status, headers } of refused) expect([status, headers.get('connection')]).toEqual([413, 'close'])
})

it('short requests have a smaller limit, also without a Content-Length', async () => {
  const send = await createShopWithAdmin()
  const kilobytes = (count: number) => JSON.stringify({ text: 'x'.repeat(count * 1024) })
  const LIMITS = {
    '/api/payments/upi/verify': 4,
    '/api/csp-report': 8,
    '/api/stories': 16,
    '/api/payments/upi/initiate': 256,
  }
  for (const [path, limit] of Object.entries(LIMITS)) {
    expect([path, (await send(path, kilobytes(limit - 1))).status]).not.toEqual([path, 413])
    expect([path, (await send(path, kilobytes(limit))).status]).toEqual([path, 413])
    const unsaid = { 'transfer-encoding': 'chunked' }
    expect([path, (await send(path, kilobytes(limit), unsaid)).status]).toEqual([path, 413])
    expect((await send(path, kilobytes(1), unsaid)).status).toBeLessThan(500)
  }
})

it('a body needs a content type that the route accepts', async () => {
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
  const json = await send('/api/login', '{"email":"asha@example.com"}')
  expect([json.status, await json.json()]).toMatchObject([415, { message: 'Unsupported content type.' }])
})

it.each(['GET', 'DELETE'])('a %s without a body may have any content type', async (method) => {
  const things = createTestApi(createApiRouter().all('/things', withPolicy(PUBLIC_POLICY), (c) => c.text('done')))
  const headers = { 'content-type': 'text/plain' }
  expect((await things.request('/api/things', { method, headers })).status).toBe(200)
  expect((await things.request('/api/things', { method, headers: { ...headers, 'content-length': '4' } })).status).toBe(
    415,
  )
})

/** Slots of requests whose bodies come slowly, while another request has the only place. */
function slotsOfSlowBodies(count: number) {
  const one = { reads: 1, writes: 1, payment: 1 }
  const admission = createAdmissionController({ lagMs: () => 0, concurrency: one })
  const slots: Slot[] = []
  const run = (slot: Slot) => slots.push(slot)
  const request = { priority: 'checkout', isRead: false, isBodyComplete: () => true, run, onTimeout: () => {} } as const
  for (let nth = 0; nth < count; nth++) {
    admission.admit(request)
    slots.at(-1)?.suspend()
  }
  admission.admit(request)
  return slots
}

const FORM = withPolicy({
  ...PUBLIC_POLICY,
  body: { accepts: ['application/x-www-form-urlencoded'], maxBytes: 1024 },
})
const forms = createTestApi(createApiRouter().post('/form', FORM, async (c) => c.json(await c.req.parseBody())))
const sendForm = (slot: Slot | undefined, headers = {}) =>
  runInRequestContext({ id: 'form', slot }, () =>
    forms.request('/api/form', { method: 'POST', body: new URLSearchParams({ email: 'asha' }), headers }),
  )

it('a form whose body came slowly waits for a slot before its work begins', async () => {
  const [slow, other] = slotsOfSlowBodies(1)
  let hasAnswered = false
  const sent = Promise.resolve(sendForm(slow)).finally(() => {
    hasAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hasAnswered).toBe(false)
  other?.release()
  expect(await (await sent).json()).toEqual({ email: 'asha' })
})

it('of many forms whose bodies end at once, those that would wait too long are turned away', async () => {
  const slots = slotsOfSlowBodies(301)
  for (const slot of slots.slice(0, 300)) void slot.requeue()
  const refused = await sendForm(slots[300])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'overloaded' })
  const page = await sendForm(slots[300], { accept: 'text/html' })
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
  expect(await page.text()).toMatch(/We are very busy right now[\s\S]*Then reload this page to send the form again/)
})
