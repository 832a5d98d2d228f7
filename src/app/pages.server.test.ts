import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { answerPage } from './pages.server.ts'

async function pageOf(status: number, headers: Record<string, string> = {}) {
  const server = new Hono().get('/', (c) =>
    answerPage(c, { render: () => new Response('A page', { status, headers }), https: false }),
  )
  const answer = await server.request('/')
  return [answer.status, answer.headers.get('retry-after')]
}

it('a page whose loader met a call to be made again later says the same of itself', async () => {
  expect(await pageOf(500, { 'Retry-After': '5' })).toEqual([503, '5'])
})

it('a page that is broken stays broken, and one that did without the call is fine', async () => {
  expect(await pageOf(500)).toEqual([500, null])
  expect(await pageOf(200, { 'Retry-After': '5' })).toEqual([200, null])
})
