import { z } from '@hono/zod-openapi'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import { PublicFounder, PublicPolicy } from '#src/features/settings/settings.contract.ts'
import { readPublicFounder } from '#src/features/settings/settings.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { readPolicy } from './policy-versions.server.ts'

const policyRoute = defineRoute('get', '/policies/{name}', {
  ...PUBLIC,
  cache: { tags: ['settings'] },
  summary: 'Get the text of a policy, now or in an earlier version',
  params: z.object({ name: z.enum(POLICY_NAMES) }),
  query: z.object({ version: coerceNumber(z.int().min(0).max(1e6)).optional() }),
  ok: ['The text and its version', PublicPolicy],
})

const founderRoute = defineRoute('get', '/founder', {
  ...PUBLIC,
  cache: { tags: ['settings'] },
  summary: 'Get the founder of the shop',
  ok: ['The founder; empty where nothing is set', PublicFounder],
})

export function policiesApi({ db }: { db: Db }) {
  return createApiRouter()
    .openapi(policyRoute(), async (c) => {
      return c.json(await readPolicy(db, c.req.valid('param').name, c.req.valid('query').version), 200)
    })
    .openapi(founderRoute(), async (c) => {
      return c.json(await readPublicFounder(db), 200)
    })
}
