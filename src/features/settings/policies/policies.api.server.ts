import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import { PublicFounder, PublicPolicy } from '#src/features/settings/settings.contract.ts'
import { readPublicFounder, readPublicPolicy } from '#src/features/settings/settings.server.ts'
import { jsonResponse, setPublicNoCache } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'

const policyRoute = createRoute({
  method: 'get',
  path: '/policies/{name}',
  summary: 'The current text of a policy',
  request: { params: z.object({ name: z.enum(POLICY_NAMES) }) },
  responses: { 200: jsonResponse('The text and its version', PublicPolicy) },
})

const founderRoute = createRoute({
  method: 'get',
  path: '/founder',
  summary: 'The founder of the shop',
  responses: { 200: jsonResponse('Empty where nothing is set', PublicFounder) },
})

export function policiesApi({ db }: { db: Db }) {
  return createApiRouter()
    .openapi(policyRoute, async (c) => {
      setPublicNoCache(c)
      return c.json(await readPublicPolicy(db, c.req.valid('param').name), 200)
    })
    .openapi(founderRoute, async (c) => {
      setPublicNoCache(c)
      return c.json(await readPublicFounder(db), 200)
    })
}
