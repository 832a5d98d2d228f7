import { createRoute, z } from '@hono/zod-openapi'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it, vi } from 'vitest'
import { DomainError, type DomainErrorCode } from '#src/core/domain-error.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { createTestApi } from '#src/testing/test-api.ts'

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
    expect(await answer.json()).toEqual({ message: 'A sentence for people.' })
  },
)

it('a domain error carries the fields of the contract', async () => {
  const answer = await answerTo(() => new DomainError('conflict', 'The price changed.', { total: 2149 }))
  expect(await answer.json()).toEqual({ message: 'The price changed.', total: 2149 })
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
  expect([answer.status, await answer.json()]).toEqual([400, { message: 'We could not read that request.' }])
})

it('the time to wait is in the Retry-After header', async () => {
  const answer = await answerTo(() => new DomainError('too-many', 'Slowly.', { retryAfterSeconds: 7 }))
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await answer.json()).toEqual({ message: 'Slowly.' })
})

it('a bug is answered with one neutral sentence that reveals nothing', async () => {
  expectConsoleError()
  const answer = await answerTo(() => new Error('password of the database is hunter2'))
  expect(answer.status).toBe(500)
  const message = 'Something went wrong on our side. Please try again.'
  expect(await answer.json()).toEqual({ message, errorId: expect.stringMatching(/^[\w-]{8,}$/) })
})

const lost = () => new DrizzleQueryError('select "email"', ['asha@shopper.example'], new Error('Connection terminated'))

it('a call without a database can be retried soon, and its answer is not cached', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answer = await answerTo(lost)
  expect(answer.status).toBe(503)
  expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['5', 'no-store'])
  expect(await answer.json()).toEqual({
    message: "We can't reach our database right now. Please try again in a moment.",
  })
  expect(warned.mock.calls).toEqual([['The database is away (Connection terminated)']])
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
