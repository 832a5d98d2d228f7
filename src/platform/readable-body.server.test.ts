import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { answerError } from './http-errors.server.ts'
import { refuseNul } from './readable-body.server.ts'

const api = new Hono()
  .onError(answerError)
  .use(refuseNul)
  .post('/', async (c) => c.json(await c.req.json()))

const post = (body: string, type = 'application/json') =>
  api.request('/', { method: 'POST', body, headers: { 'content-type': type } })

it.each(['{"name":"a\\u0000b"}', '{"na\\u0000me":1}'])('refuses %s in words', async (body) => {
  const response = await post(body)
  expect([response.status, await response.json()]).toEqual([400, { message: expect.stringContaining('character') }])
})

it('leaves every other body to whoever reads it next', async () => {
  const response = await post('{"name":"ఆశా ₹ \\u0041"}')
  expect(await response.json()).toEqual({ name: 'ఆశా ₹ A' })
})
