import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it, vi } from 'vitest'
import { createResponseCache, type RenderedResponse } from './response-cache.server.ts'

const text = (body: string, shows: string[] = []): RenderedResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(body),
  tags: new Set(shows),
})
const addNotice = (made: RenderedResponse): RenderedResponse => ({
  ...made,
  body: Buffer.concat([Buffer.from('as of before: '), made.body]),
})
const fails = async (): Promise<RenderedResponse> => ({ ...text('away'), status: 503, tags: undefined })
const lost = () => new DrizzleQueryError('select', [], new Error('Connection terminated'))

/** Pages of a shop whose database was lost after they were made. */
async function afterTheLoss() {
  const cache = createResponseCache({ addNotice })
  cache.setConsistent(true)
  for (const [address, shows] of Object.entries({ '/': 'settings', '/product/7': 'products:7' }))
    await cache.getOrCreate(address, new Headers(), async () => text(`true ${address}`, [shows]))
  cache.setConsistent(false)
  const ask = async (address: string, admin: () => Promise<RenderedResponse>) => {
    const answer = await cache.getOrCreate(address, new Headers(), admin)
    return { status: answer.status, text: await answer.text() }
  }
  return { cache, ask }
}

it('while the database does not answer, stale copies are served and marked', async () => {
  const { cache, ask } = await afterTheLoss()
  expect(cache.find({ url: '/' })).toBeUndefined()
  expect(await ask('/', fails)).toEqual({ status: 200, text: 'as of before: true /' })
  expect(await ask('/product/7', () => Promise.reject(lost()))).toMatchObject({ text: 'as of before: true /product/7' })
  // From now on at once, and without asking the database for each.
  expect(cache.find({ url: '/' })?.encodings.identity.bytes.toString()).toBe('as of before: true /')
  const admin = vi.fn(fails)
  await ask('/', admin)
  expect(admin).not.toHaveBeenCalled()
  expect(await ask('/never-asked-before', fails)).toMatchObject({ status: 503 })
})

it('a lost notification connection alone serves no stale copies', async () => {
  const { ask } = await afterTheLoss()
  expect(await ask('/', async () => text('as it is now'))).toEqual({ status: 200, text: 'as it is now' })
})

it('a database that does not answer delays no visitor for long', async () => {
  const { ask } = await afterTheLoss()
  const began = performance.now()
  expect(await ask('/', () => new Promise(() => {}))).toMatchObject({ text: 'as of before: true /' })
  expect(performance.now() - began).toBeLessThan(4000)
})

it('no stale copy is served once the database is back, nor an invalidated one', async () => {
  const { cache, ask } = await afterTheLoss()
  await ask('/', fails)
  cache.invalidate('products:7')
  expect(await ask('/product/7', fails)).toMatchObject({ status: 503 })
  cache.setConsistent(true)
  expect(cache.find({ url: '/' })).toBeUndefined()
  expect(await ask('/', fails)).toMatchObject({ status: 503 })
  expect(await ask('/', async () => text('as it is now', ['settings']))).toMatchObject({ text: 'as it is now' })
  expect(cache.find({ url: '/' })?.encodings.identity.bytes.toString()).toBe('as it is now')
})

it('a bug is not hidden by a stale copy', async () => {
  const { ask } = await afterTheLoss()
  await expect(ask('/', () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
})

it('a visitor with a session gets a stale copy only when the session cannot be read', async () => {
  const { cache } = await afterTheLoss()
  expect(cache.canServeStale('/')).toBe(false)
  expect(cache.canServeStale('/', new TypeError('a bug'))).toBe(false)
  expect(cache.canServeStale('/never-asked-before', lost())).toBe(false)
  expect(cache.canServeStale('/', lost())).toBe(true)
  expect(cache.canServeStale('/')).toBe(true)
})
