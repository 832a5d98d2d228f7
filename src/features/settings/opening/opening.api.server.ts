import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { Opening } from './opening.contract.ts'
import { type OpeningRules, openShop, readOpening } from './opening.server.ts'

const path = '/admin/opening'
const AS_IT_IS = ['The current state', Opening] as const
const readRoute = defineRoute('get', path, {
  ...ADMIN,
  summary: 'List what the shop needs before it opens',
  ok: AS_IT_IS,
})
const openRoute = defineRoute('post', path, {
  ...ADMIN,
  summary: 'Open the shop when nothing is missing',
  ok: AS_IT_IS,
})

export function openingApi({ db, ...rules }: OpeningRules & { db: Db }) {
  return createApiRouter()
    .openapi(readRoute(db), async (c) => {
      return c.json(await readOpening(db, rules), 200)
    })
    .openapi(openRoute(db), async (c) => {
      return c.json(await openShop(db, { ...rules, by: c.var.user }), 200)
    })
}
