import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import { PublicFounder, PublicPolicy } from '#src/features/settings/settings.contract.ts'
import { readPublicFounder, readPublicPolicy } from '#src/features/settings/settings.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'

const policyRoute = defineRoute('get', '/policies/{name}', {
  ...PUBLIC,
  cache: { tags: ['settings'] },
  summary: 'Get the current text of a policy',
  params: z.object({ name: z.enum(POLICY_NAMES) }),
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
      return c.json(await readPublicPolicy(db, c.req.valid('param').name), 200)
    })
    .openapi(founderRoute(), async (c) => {
      return c.json(await readPublicFounder(db), 200)
    })
}
