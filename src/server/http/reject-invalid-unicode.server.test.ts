import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { handleError } from './error-handler.server.ts'
import { rejectInvalidUnicode } from './reject-invalid-unicode.server.ts'

const api = new Hono()
  .onError(handleError)
  .use(rejectInvalidUnicode)
  .post('/', async (c) => c.json(await c.req.json()))

const post = (body: BodyInit, type = 'application/json') =>
  api.request('/', { method: 'POST', body, headers: { 'content-type': type } })

it.each([
  '{"name":"a\\u0000b"}',
  '{"na\\u0000me":1}',
  '{"name":"\\uD83C"}',
  '{"name":"\\udf6b\\uD83C"}',
  new Uint8Array([0x22, 0xc3, 0x28, 0x22]),
])('refuses %s in words', async (body) => {
  const response = await post(body)
  expect([response.status, await response.json()]).toEqual([400, { message: expect.stringContaining('character') }])
})

it('leaves every other body to whoever reads it next', async () => {
  const response = await post('{"name":"ఆశా ₹ \\u0041 🍫 \\ud83c\\udf6b"}')
  expect(await response.json()).toEqual({ name: 'ఆశా ₹ A 🍫 🍫' })
})

it.each(['__proto__', 'constructor', 'prototype'])('refuses a field called %s', async (name) => {
  expect((await post(`{"story":{"${name}":{"isAdmin":true}}}`)).status).toBe(400)
  expect((await post(`{"story":"the ${name} of taste"}`)).status).toBe(200)
})
