import { createRoute } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import type { SmsWay } from '#src/features/notifications/sms.rules.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { answerToAll, jsonAnswer, jsonBody, keepPrivate } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { PublicSettings, type Section, sectionOnDeskSchema } from './settings.contract.ts'
import { SECTION_NAMES } from './settings.names.ts'
import { changeSection, publicSettings, sectionOnDesk } from './settings.server.ts'

const publicRoute = createRoute({
  method: 'get',
  path: '/settings/public',
  summary: 'What the maker has set, as far as visitors may see it',
  responses: {
    200: jsonAnswer('As it counts now', PublicSettings),
  },
})

/** `smsWay` is how an SMS leaves the shop; a demo's by default. */
type SettingsApi = { db: Db; smsWay?: SmsWay }

/** What every page shows, and the maker's sections of it, each with a shape of its own. */
export function settingsApi({ db, smsWay }: SettingsApi) {
  const api = apiRouter()
  api.openapi(publicRoute, async (c) => {
    answerToAll(c)
    return c.json(await publicSettings(db, smsWay), 200)
  })
  for (const section of SECTION_NAMES) api.route('/', sectionApi(db, section))
  return api
}

function sectionApi(db: Db, section: Section) {
  const path = `/admin/settings/${section}`
  const schema = sectionOnDeskSchema(section)
  const responses = { 200: jsonAnswer('As it counts now', schema) }
  const readRoute = createRoute({ method: 'get', path, responses })
  const changeRoute = createRoute({
    method: 'put',
    path,
    summary: 'Sets a section; `version` is the one that was edited',
    request: { body: jsonBody(schema) },
    responses,
  })
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...readRoute, middleware }, async (c) => {
    keepPrivate(c)
    return c.json(await sectionOnDesk(db, section), 200)
  })
  api.openapi({ ...changeRoute, middleware }, async (c) => {
    const typed = c.req.valid('json')
    keepPrivate(c)
    return c.json(await changeSection(db, section, { ...typed, by: c.var.user }), 200)
  })
  return api
}
