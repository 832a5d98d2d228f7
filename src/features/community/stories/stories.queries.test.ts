import { InfiniteQueryObserver } from '@tanstack/react-query'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createTestBrowser } from '#src/testing/test-browser.ts'
import { storiesQuery, toggleStoryLike } from './stories.queries.ts'
import { STORIES_PER_PAGE } from './story.ts'

const PATH = '/api/stories'

function createShop(count: number) {
  const stories = Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, emotion: 'happy' }))
  const api = new Hono().get(PATH, (c) => {
    const from = Number(c.req.query('after') ?? 0)
    const until = from + STORIES_PER_PAGE
    const next = `${PATH}?${new URLSearchParams({ ...c.req.query(), after: String(until) })}`
    if (until < count) c.header('Link', `<${next}>; rel="next"`)
    return c.json(stories.slice(from, until))
  })
  const { requests, client } = createTestBrowser(api)
  const shown = (query: ReturnType<typeof storiesQuery>) =>
    client.getQueryData(query.queryKey)?.pages.flatMap(({ items }) => items).length
  return { requests, client, shown }
}

it('a filter needs no request when the first page held every story', async () => {
  const { requests, client, shown } = createShop(STORIES_PER_PAGE)
  await client.fetchInfiniteQuery(storiesQuery())
  await client.fetchInfiniteQuery(storiesQuery('happy'))
  expect([requests, shown(storiesQuery('happy'))]).toEqual([[PATH], STORIES_PER_PAGE])
})

it('a like of the last story of an emotion leaves the list complete', async () => {
  const { client, shown } = createShop(2 * STORIES_PER_PAGE)
  await client.fetchInfiniteQuery({ ...storiesQuery(), pages: 2 })
  await client.fetchInfiniteQuery(storiesQuery('happy'))
  const list = new InfiniteQueryObserver(client, storiesQuery('happy'))
  const leave = list.subscribe(() => {})
  await list.fetchNextPage()
  expect(shown(storiesQuery('happy'))).toBe(2 * STORIES_PER_PAGE)
  for (const queryKey of toggleStoryLike.meta?.refreshes ?? []) await client.invalidateQueries({ queryKey })
  expect(shown(storiesQuery('happy'))).toBe(2 * STORIES_PER_PAGE)
  leave()
})
