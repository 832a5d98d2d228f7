import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { listPolicies, PUBLIC_POLICY, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Hono runs the route registered first, while the route finder prefers a fixed path. */
function findShadowedRoutes({ routes }: Pick<Hono, 'routes'>): string[] {
  const registered = listPolicies(routes)
  const router = new TrieRouter<string>()
  for (const route of registered) router.add(route.method, route.path, nameOf(route))
  return registered
    .filter(({ path }) => !/[:*]/.test(path))
    .map((route) => ({ name: nameOf(route), first: router.match(route.method, route.path)[0][0]?.[0] }))
    .filter(({ name, first }) => first !== name)
    .map(({ name, first }) => `\`${name}\` is registered after \`${first}\`, which matches it first`)
}

it('no route is registered after a pattern that matches it first', async () => {
  const policy = withPolicy(PUBLIC_POLICY)
  const wrong = new Hono().get('/api/admin/orders/:id', policy).get('/api/admin/orders/count', policy)
  expect(findShadowedRoutes(wrong)).toEqual([
    '`GET /api/admin/orders/count` is registered after `GET /api/admin/orders/:id`, which matches it first',
  ])
  expect(findShadowedRoutes(createFullApi(await testDatabase()))).toEqual([])
})

it('every route says its own policy', async () => {
  const { routes } = createFullApi(await testDatabase())
  const configured = new Set(listPolicies(routes).map(nameOf))
  const all = routes.filter(({ method }) => method !== 'ALL').map(nameOf)
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((route) => !configured.has(route))).toEqual([])
})

it('a route that forgets a part of its policy does not compile', () => {
  const ok = ['Done', z.object({})] as const
  const { priority, guard, cache, ...unsaid } = PUBLIC
  // @ts-expect-error: no priority, guard or cache.
  const forgetful = () => defineRoute('get', '/forgotten', { ...unsaid, ok })
  // @ts-expect-error: a route of an admin needs the database for its guard.
  const unguarded = () => defineRoute('get', '/unguarded', { ...ADMIN, ok })()
  expect(defineRoute('get', '/whole', { ...unsaid, priority, guard, cache, ok })().path).toBe('/whole')
  expect([forgetful, unguarded]).toHaveLength(2)
})
