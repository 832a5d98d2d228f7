import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { catalogQuery } from '#src/features/catalog/products/products.queries.ts'
import { createTestBrowser } from '#src/testing/test-browser.ts'
import { moodProductsQuery } from './moods.queries.ts'
import { MOODS } from './moods.ts'

const [happy] = MOODS

async function createBrowser() {
  const bar = { id: 1, name: 'Rose Bar', stock: 1 }
  const api = new Hono().get('/api/products', (c) => c.json([bar]))
  const browser = createTestBrowser(api)
  await browser.client.fetchQuery(catalogQuery)
  return { bar, ...browser }
}

it('a browser with all products needs no request for a mood', async () => {
  const { bar, requests, client } = await createBrowser()
  expect(await client.fetchQuery(moodProductsQuery(happy))).toEqual([bar])
  expect(requests).toEqual(['/api/products'])
})

it('a mood is not matched from an outdated product list', async () => {
  const { bar, client } = await createBrowser()
  await client.invalidateQueries({ queryKey: catalogQuery.queryKey })
  bar.name = 'Rose Bar with Honey'
  expect(await client.fetchQuery(moodProductsQuery(happy))).toEqual([bar])
})
