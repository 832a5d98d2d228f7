import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { catalogQuery } from '#src/features/catalog/products/products.queries.ts'
import { createTestBrowser } from '#src/testing/test-browser.ts'
import { moodProductsQuery } from './moods.queries.ts'
import { MOODS } from './moods.ts'

const [happy] = MOODS

async function aBrowser() {
  const bar = { id: 1, name: 'Rose Bar', stock: 1 }
  const api = new Hono().get('/api/products', (c) => c.json([bar]))
  const browser = createTestBrowser(api)
  await browser.client.fetchQuery(catalogQuery)
  return { bar, ...browser }
}

it('the browser that knows all asks nobody for a mood', async () => {
  const { bar, asked, client } = await aBrowser()
  expect(await client.fetchQuery(moodProductsQuery(happy))).toEqual([bar])
  expect(asked).toEqual(['/api/products'])
})

it('a mood is not matched from a shelf that has changed since', async () => {
  const { bar, client } = await aBrowser()
  await client.invalidateQueries({ queryKey: catalogQuery.queryKey })
  bar.name = 'Rose Bar with Honey'
  expect(await client.fetchQuery(moodProductsQuery(happy))).toEqual([bar])
})
