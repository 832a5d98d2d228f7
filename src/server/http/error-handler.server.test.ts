import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRoute, z } from '@hono/zod-openapi'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { Hono } from 'hono'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { DomainError, type DomainErrorCode } from '#src/core/domain-error.ts'
import { PROBLEM_TITLES } from '#src/core/problem-codes.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { handleError } from './error-handler.server.ts'
import { rateLimitHeaders } from './problem.server.ts'

const answerTo = (failure: () => unknown) =>
  createTestApi(createApiRouter().get('/probe', () => Promise.reject(failure()))).request('/api/probe')

it.each([
  ['invalid', 400],
  ['not-signed-in', 401],
  ['not-allowed', 403],
  ['not-found', 404],
  ['conflict', 409],
  ['too-many', 429],
  ['unavailable', 503],
] satisfies [DomainErrorCode, number][])(
  'the domain error %s is answered with %d and its message',
  async (code, status) => {
    const answer = await answerTo(() => new DomainError(code, 'A sentence for people.'))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ message: 'A sentence for people.', code })
  },
)

it('a domain error carries the fields of the contract', async () => {
  const answer = await answerTo(() => new DomainError('conflict', 'The price changed.', { total: 2149 }))
  expect(await answer.json()).toEqual({ message: 'The price changed.', total: 2149, code: 'conflict' })
})

it('a domain error may say to programs what it is', async () => {
  const answer = await answerTo(() => new DomainError('conflict', 'It is gone.', { code: 'out-of-stock', items: [] }))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ message: 'It is gone.', code: 'out-of-stock', items: [] })
})

it('a refusal is JSON for everybody, and a problem for clients that ask for it', async () => {
  const api = createTestApi(createApiRouter())
  const refusalFor = async (accept: string) => {
    const answer = await api.request('/api/nothing', { headers: { accept } })
    return { type: answer.headers.get('content-type'), body: await answer.json() }
  }
  const plain = { message: 'Not found.', code: 'not-found' }
  expect(await refusalFor('*/*')).toEqual({ type: 'application/json', body: plain })
  expect(await refusalFor('application/problem+json, application/json')).toEqual({
    type: 'application/problem+json',
    body: {
      ...plain,
      type: '/api/docs#not-found',
      title: PROBLEM_TITLES['not-found'],
      status: 404,
      detail: 'Not found.',
    },
  })
})

it('a body that the framework cannot read is answered in our words', async () => {
  const route = createRoute({
    method: 'post',
    path: '/probe',
    request: { body: { content: { 'application/json': { schema: z.object({}) } } } },
    responses: { 200: { description: 'Done' } },
  })
  const api = createTestApi(createApiRouter().openapi(route, (c) => c.body(null, 200)))
  const headers = { 'content-type': 'application/json' }
  const answer = await api.request('/api/probe', { method: 'POST', body: '{"a":', headers })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { message: 'We could not read that request.', code: 'invalid' },
  ])
})

it('the time to wait is in the Retry-After header', async () => {
  const answer = await answerTo(() => new DomainError('too-many', 'Slowly.', { retryAfterSeconds: 7 }))
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await answer.json()).toEqual({ message: 'Slowly.', code: 'too-many' })
})

it('a limit per account says its policy as RateLimit fields', async () => {
  const rateLimit = { name: 'stories', max: 5, perSeconds: 3600, remaining: 0, resetSeconds: 1200 }
  const answer = await answerTo(() => new DomainError('too-many', 'Slowly.', { retryAfterSeconds: 1200, rateLimit }))
  expect(answer.headers.get('ratelimit-policy')).toBe('"stories";q=5;w=3600')
  expect(answer.headers.get('ratelimit')).toBe('"stories";r=0;t=1200')
  expect(await answer.json()).toEqual({ message: 'Slowly.', code: 'too-many' })
})

it('a refusal by a rule that is no counter says none, and not that of the address', async () => {
  const shop = createApiRouter()
    .get('/rule', () => Promise.reject(new DomainError('too-many', 'Three are unpaid.', { retryAfterSeconds: 900 })))
    .get('/state', () => Promise.reject(new DomainError('conflict', 'It is gone.')))
  const answer = getRequestListener(createTestApi(shop).fetch)
  const server = createServer((request, response) => {
    const ofAddress = { name: 'buying', max: 300, perSeconds: 60, remaining: 299, resetSeconds: 60 }
    response.setHeaders(new Map(Object.entries(rateLimitHeaders(ofAddress))))
    void answer(request, response)
  })
  const port = await listenLocally(server)
  const headersOf = async (rule: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/api/${rule}`)
    return [status, headers.get('retry-after'), headers.get('ratelimit'), headers.get('ratelimit-policy')]
  }
  expect(await headersOf('rule')).toEqual([429, '900', null, null])
  expect(await headersOf('state')).toEqual([409, null, '"buying";r=299;t=60', '"buying";q=300;w=60'])
})

it('a bug is answered with one neutral sentence that reveals nothing', async () => {
  expectConsoleError()
  const answer = await answerTo(() => new Error('password of the database is hunter2'))
  expect(answer.status).toBe(500)
  const message = 'Something went wrong on our side. Please try again.'
  const errorId = expect.stringMatching(/^[\w-]{8,}$/)
  expect(await answer.json()).toEqual({ message, errorId, code: 'internal-error' })
})

const lost = () => new DrizzleQueryError('select "email"', ['asha@shopper.example'], new Error('Connection terminated'))

it('a call without a database can be retried soon, and its answer is not cached', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answer = await answerTo(lost)
  expect(answer.status).toBe(503)
  expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['5', 'no-store'])
  expect(await answer.json()).toMatchObject({
    message: "We can't reach our database right now. Please try again in a moment.",
    code: 'database-unavailable',
  })
  expect(warned.mock.calls).toEqual([['The database is away (Connection terminated)']])
  warned.mockRestore()
})

it('a call that times out waiting for a lock gets 503 with the code overloaded', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const timeout = new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error')
  timeout.code = '55P03'
  const answer = await answerTo(() => new DrizzleQueryError('select 1', [], timeout))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({
    ...{ code: 'overloaded', message: 'We are very busy right now. Please try again in a moment.' },
  })
  warned.mockRestore()
})

it('a page request without a database gets a page with a link to try again', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const probe = createTestApi(createApiRouter().get('/login', () => Promise.reject(lost())))
  const answer = await probe.request('/api/login?returnTo=%2Fcheckout', { headers: { accept: 'text/html,*/*;q=0.8' } })
  warned.mockRestore()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const page = await answer.text()
  expect(page).toContain('One moment, please')
  expect(page).toContain('href="/api/login?returnTo=%2Fcheckout"')
})

it('the link to try again leads to this shop, whatever the address', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const probe = new Hono().get('*', () => Promise.reject(lost()))
  probe.onError(handleError)
  const answer = await probe.request('http://shop.example//evil.example/login', { headers: { accept: 'text/html' } })
  warned.mockRestore()
  expect(await answer.text()).toContain('href="/evil.example/login"')
})

const Note = z.strictObject({ text: z.string().min(1), stars: z.int().max(5) })
const notes = createApiRouter().openapi(
  createRoute({
    method: 'post',
    path: '/notes/{id}',
    request: {
      params: z.object({ id: z.coerce.number().int().min(1) }),
      body: { required: true, content: { 'application/json': { schema: Note } } },
    },
    responses: { 200: { description: 'Kept' } },
  }),
  (c) => c.json(c.req.valid('json')),
)
const post = (path: string, body: string) =>
  createTestApi(notes).request(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

it('malformed input is 400 with every wrong field and its reason', async () => {
  const answer = await post('/api/notes/1', JSON.stringify({ text: '', stars: 9 }))
  expect(answer.status).toBe(400)
  const { message, issues } = (await answer.json()) as { message: string; issues: { path: string }[] }
  expect(message).toMatch(/^Please check text: /)
  expect(issues.map(({ path }) => path)).toEqual(['text', 'stars'])
})

it.each(['{', '', 'null', '[]', '"text"'])('a body that is %j is 400, not a crash', async (body) => {
  const answer = await post('/api/notes/1', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty('message')
})

it.each(['abc', '-1', '9.5', '1e-9', '%00'])('the id %s cannot exist, so it is not found', async (id) => {
  const answer = await post(`/api/notes/${id}`, JSON.stringify({ text: 'Dark', stars: 5 }))
  expect(answer.status).toBe(404)
})
