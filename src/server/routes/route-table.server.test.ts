import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { PUBLIC_POLICY, withPolicy } from './route-policy.server.ts'
import { compileRoutes } from './route-table.server.ts'

const SLOW = { ...PUBLIC_POLICY, timeoutMs: 15_000 }
const find = compileRoutes(
  new Hono()
    .get('/products', withPolicy(PUBLIC_POLICY), (c) => c.text('all'))
    .get('/product/:id', withPolicy(PUBLIC_POLICY), (c) => c.text('one'))
    .delete('/product/:id', withPolicy(SLOW), (c) => c.text('gone'))
    .get('/uploads/*', withPolicy(PUBLIC_POLICY), (c) => c.text('file')),
)

it('a route is found by method and path, a HEAD request as its GET', () => {
  expect([find('GET', '/products')?.path, find('HEAD', '/products')?.path]).toEqual(['/products', '/products'])
  expect([find('POST', '/product/1'), find('GET', '/other')]).toEqual([undefined, undefined])
})

it('a path that is asked again has its own parameters and the policy of its method, however many others there were', () => {
  const policies = { GET: PUBLIC_POLICY, DELETE: SLOW }
  for (let round = 0; round < 2; round++)
    for (const id of ['1', '2', ...Array.from({ length: 9000 }, (_, nth) => `x${nth}`)])
      for (const [method, policy] of Object.entries(policies))
        expect(find(method, `/product/${id}`)).toEqual({ path: '/product/:id', policy, params: { id } })
  expect(find('POST', '/product/x8999')).toBeUndefined()
  expect(find('GET', `/product/${'9'.repeat(200_000)}`)?.path).toBe('/product/:id')
})
