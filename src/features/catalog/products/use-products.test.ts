import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createTestBrowser } from '#src/testing/test-browser.ts'
import { catalogQuery, featuredProductsQuery } from './products.queries.ts'
import { fetchProducts } from './use-products.ts'

function createShop() {
  const bar = { id: 1, price: 450 }
  const api = new Hono().get('/api/products', (c) => c.json([bar]))
  return { bar, ...createTestBrowser(api) }
}

it.each([
  ['all products', true],
  ['some products', false],
])('a newly fetched price replaces the old one everywhere, where the browser has %s', async (_, knowsAll) => {
  const { bar, client } = createShop()
  if (knowsAll) await client.fetchQuery(catalogQuery)
  await client.fetchQuery(featuredProductsQuery)
  bar.price = 475
  expect(await fetchProducts(client, [bar.id])).toEqual({ products: [{ id: 1, price: 475 }], whole: true })
  expect(await client.fetchQuery(featuredProductsQuery)).toEqual([{ id: 1, price: 475 }])
})

it('no products need no request', async () => {
  const { requests, client } = createShop()
  expect(await fetchProducts(client, [])).toEqual({ products: [], whole: true })
  expect(requests).toEqual([])
})
