import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { provideApi } from '#src/platform/in-process-api.server.ts'
import { createQueryClient } from '#src/platform/query-client.ts'
import { fetchProducts } from './use-products.ts'

/** A shop with one bar, and what it was asked. */
function aShop() {
  const bar = { id: 1, price: 450 }
  const asked: string[] = []
  const api = new Hono().get('/api/products', (c) => c.json([bar]))
  const readForAll = async (path: string) => {
    asked.push(path)
    return api.request(path)
  }
  provideApi({ fetch: (request) => api.fetch(request), readForAll })
  return { bar, asked, client: createQueryClient() }
}

it('nobody is asked for no products', async () => {
  const { asked, client } = aShop()
  expect(await fetchProducts(client, [])).toEqual({ products: [], whole: true })
  expect(asked).toEqual([])
})
