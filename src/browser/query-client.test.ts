import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { createServerEntry } from '@tanstack/react-start/server'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { getPage, HttpError, sendJson } from './http-client.ts'
import { createQueryClient } from './query-client.ts'
import { useToastStore } from './toast-store.ts'

let calls: string[] = []

async function inShop(body: () => Promise<unknown>) {
  const api = new Hono()
  api.use(async (c, next) => {
    calls.push(`${c.req.method} ${c.req.path}`)
    await next()
  })
  api.get('/api/products', (c) => c.json(['all']))
  api.get('/api/products/7', (c) => c.json({ id: 7 }))
  api.get('/api/page', (c) => c.json(['a'], 200, { Link: '</api/page?cursor=a>; rel="next"' }))
  api.get('/api/broken', (c) => c.text('The oven is cold.', 500))
  api.all('/api/silent', () => new Response('', { status: 418, statusText: "I'm a teapot" }))
  setInProcessApi({ fetch: (request) => api.fetch(request) })
  let outcome: Promise<unknown> = Promise.resolve()
  const page = createServerEntry({
    fetch: async () => {
      outcome = body()
      await outcome.catch(() => undefined)
      return new Response()
    },
  })
  await page.fetch(new Request('http://localhost/'))
  await outcome
}

const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'fine',
    (error) => (error instanceof HttpError ? error.message : error),
  )

beforeEach(() => {
  calls = []
  useToastStore.setState({ notice: null })
})

describe('what the specification sets for every query', () => {
  it("reads by default with a GET to the key's parts joined by '/'", () =>
    inShop(async () => {
      const client = createQueryClient()
      expect(await client.fetchQuery({ queryKey: ['/api/products'] })).toEqual(['all'])
      expect(await client.fetchQuery({ queryKey: ['/api/products', '7'] })).toEqual({ id: 7 })
      expect(calls).toEqual(['GET /api/products', 'GET /api/products/7'])
    }))

  it('asks once: what was read is never stale, and nothing is polled', () =>
    inShop(async () => {
      const client = createQueryClient()
      for (const _ of [1, 2, 3]) await client.fetchQuery({ queryKey: ['/api/products'] })
      expect(calls).toHaveLength(1)
      const { options } = new QueryObserver(client, { queryKey: ['/api/products'] })
      expect(options.staleTime).toBe(Number.POSITIVE_INFINITY)
      expect(options.refetchInterval ?? false).toBe(false)
      expect(options.refetchOnWindowFocus).toBe(false)
    }))

  it('tries neither a query nor a mutation again', () =>
    inShop(async () => {
      const client = createQueryClient()
      expect(await messageOf(client.fetchQuery({ queryKey: ['/api/broken'] }))).toBe('500: The oven is cold.')
      const mutation = new MutationObserver(client, { mutationFn: () => sendJson('POST', '/api/silent') })
      expect(await messageOf(mutation.mutate())).toBe("418: I'm a teapot")
      expect(calls).toEqual(['GET /api/broken', 'POST /api/silent'])
    }))
})

describe('an answer that is not OK', () => {
  it('is an error of the status, a colon, a space and the body, or the status text where the body is empty', () =>
    inShop(async () => {
      expect(await messageOf(sendJson('DELETE', '/api/silent'))).toBe("418: I'm a teapot")
      expect(await messageOf(getPage('/api/broken'))).toBe('500: The oven is cold.')
    }))
})

it('returns the address of the next page', () =>
  inShop(async () => {
    expect(await getPage('/api/page')).toEqual({ items: ['a'], next: '/api/page?cursor=a', total: null })
    expect(await getPage('/api/products')).toEqual({ items: ['all'], next: null, total: null })
  }))

describe('a mutation', () => {
  it('announces what its meta says and refreshes what it names', () =>
    inShop(async () => {
      const client = createQueryClient()
      await client.fetchQuery({ queryKey: ['/api/products'] })
      const mutation = new MutationObserver(client, {
        mutationFn: async () => 'done',
        meta: { success: { title: 'Order Updated' }, refreshes: [['/api/products']] },
      })
      await mutation.mutate()
      expect(useToastStore.getState().notice).toMatchObject({ title: 'Order Updated' })
      expect(client.getQueryState(['/api/products'])?.isInvalidated).toBe(true)
    }))

  it('announces a failure as one, in words that may depend on it', () =>
    inShop(async () => {
      const mutation = new MutationObserver(createQueryClient(), {
        mutationFn: () => sendJson('POST', '/api/silent'),
        meta: { failure: (error) => ({ title: 'Update Failed', description: error.message }) },
      })
      await messageOf(mutation.mutate())
      expect(useToastStore.getState().notice).toMatchObject({
        title: 'Update Failed',
        description: "418: I'm a teapot",
        tone: 'destructive',
      })
    }))
})
