import { expect, it } from 'vitest'
import { z } from 'zod'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { listPolicies } from '#src/server/routes/route-policy.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

it('every call of the shop says its own policy', async () => {
  const { routes } = createFullApi(await testDatabase())
  const withPolicy = new Set(listPolicies(routes).map(nameOf))
  const calls = routes.filter(({ method }) => method !== 'ALL').map(nameOf)
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter((call) => !withPolicy.has(call))).toEqual([])
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
