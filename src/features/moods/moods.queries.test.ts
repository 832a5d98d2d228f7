import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { shelfQuery } from '#src/features/catalog/catalog.queries.ts'
import { browserOf } from '#src/platform/testing/test-browser.ts'
import { moodQuery } from './moods.queries.ts'
import { MOODS } from './moods.rules.ts'

const [happy] = MOODS

/** A shop with one bar; its browser knows all that there is. */
async function aBrowser() {
  const bar = { id: 1, name: 'Rose Bar', stock: 1 }
  const api = new Hono().get('/api/products', (c) => c.json([bar]))
  const browser = browserOf(api)
  await browser.client.fetchQuery(shelfQuery)
  return { bar, ...browser }
}

it('the browser that knows all asks nobody for a mood', async () => {
  const { bar, asked, client } = await aBrowser()
  expect(await client.fetchQuery(moodQuery(happy))).toEqual([bar])
  expect(asked).toEqual(['/api/products'])
})

it('a mood is not matched from a shelf that has changed since', async () => {
  const { bar, client } = await aBrowser()
  await client.invalidateQueries({ queryKey: shelfQuery.queryKey })
  bar.name = 'Rose Bar with Honey'
  expect(await client.fetchQuery(moodQuery(happy))).toEqual([bar])
})
