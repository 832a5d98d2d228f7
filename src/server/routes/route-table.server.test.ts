import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { PUBLIC_POLICY, withPolicy } from './route-policy.server.ts'
import { compileRoutes } from './route-table.server.ts'

const find = compileRoutes(
  new Hono()
    .get('/products', withPolicy(PUBLIC_POLICY), (c) => c.text('all'))
    .get('/product/:id', withPolicy(PUBLIC_POLICY), (c) => c.text('one'))
    .delete('/product/:id', withPolicy(PUBLIC_POLICY), (c) => c.text('gone'))
    .get('/uploads/*', withPolicy(PUBLIC_POLICY), (c) => c.text('file')),
)

it('a route is found by method and path, a HEAD request as its GET', () => {
  expect([find('GET', '/products')?.path, find('HEAD', '/products')?.path]).toEqual(['/products', '/products'])
  expect([find('POST', '/product/1'), find('GET', '/other')]).toEqual([undefined, undefined])
})

it('a path that is asked again has its own parameters, however many others there were', () => {
  for (let round = 0; round < 2; round++)
    for (const id of ['1', '2', ...Array.from({ length: 9000 }, (_, nth) => `x${nth}`)])
      for (const method of ['GET', 'DELETE'])
        expect([find(method, `/product/${id}`)?.path, find(method, `/product/${id}`)?.params.id]).toEqual([
          '/product/:id',
          id,
        ])
  expect(find('GET', `/product/${'9'.repeat(200_000)}`)?.path).toBe('/product/:id')
})
