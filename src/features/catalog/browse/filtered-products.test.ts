import { createServerEntry } from '@tanstack/react-start/server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createQueryClient } from '#src/browser/query-client.ts'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { filteredProductsQuery } from './filtered-products.queries.ts'

const api = (requests: number[]) =>
  new Hono().get('/api/products', (c) => {
    const first = Number(c.req.query('cursor') ?? 1)
    requests.push(first)
    const items = Array.from({ length: 12 }, (_, nth) => ({ id: first + nth }))
    return c.json(items, 200, { Link: `</api/products?cursor=${first + 11}>; rel="next"` })
  })

it("'Load More' asks only for what follows, and shows a product once that came twice", async () => {
  const requests: number[] = []
  const shop = api(requests)
  setInProcessApi({ fetch: (request) => shop.fetch(request) })
  const client = createQueryClient()
  const find = (shown: number) =>
    client.fetchQuery(filteredProductsQuery({ q: 'rose', category: 'all', sort: 'name', shown }))
  let ids: number[] = []
  const page = createServerEntry({
    fetch: async () => {
      await find(12)
      ids = (await find(24)).items.map(({ id }) => id)
      return new Response()
    },
  })
  await page.fetch(new Request('http://localhost/'))
  expect(requests).toEqual([1, 12, 23])
  expect(ids.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, nth) => nth + 1))
})
