import { describe, expect, it } from 'vitest'
import { createTestApi } from '#src/testing/test-api.ts'
import { createApiRouter } from './api-router.server.ts'

const api = createTestApi(
  createApiRouter()
    .get('/products', (c) => c.json([]))
    .post('/products', (c) => c.json({}, 201))
    .get('/products/:id', (c) => c.json({ id: c.req.param('id') })),
)

describe('an unknown call', () => {
  it.each(['/api/nothing', '/api/products/1/2', '/api'])('%s is 404 as JSON', async (path) => {
    const answer = await api.request(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ message: 'Not found.' })
  })
})

describe('a wrong method on a known path', () => {
  it.each([
    ['DELETE', '/api/products', 'GET, HEAD, POST'],
    ['PUT', '/api/products/7', 'GET, HEAD'],
    ['POST', '/api/products/7', 'GET, HEAD'],
  ])('%s %s is 405 and names the allowed methods', async (method, path, allow) => {
    const answer = await api.request(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(await answer.json()).toMatchObject({ message: `${method} is not allowed here.` })
  })
})

it('the right method passes', async () => {
  expect(await (await api.request('/api/products/7')).json()).toEqual({ id: '7' })
})
