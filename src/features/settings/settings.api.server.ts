import { createRoute } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import type { SmsMode } from '#src/features/notifications/channels/sms-templates.ts'
import { jsonBody, jsonResponse, setNoStore, setPublicNoCache } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { SECTION_NAMES } from './setting-names.ts'
import { PublicSettings, type Section, versionedSectionSchema } from './settings.contract.ts'
import { changeSection, readPublicSettings, readVersionedSection } from './settings.server.ts'

const publicRoute = createRoute({
  method: 'get',
  path: '/settings/public',
  summary: 'The public settings',
  responses: {
    200: jsonResponse('The current value', PublicSettings),
  },
})

type SettingsApi = { db: Db; smsWay?: SmsMode }

export function settingsApi({ db, smsWay }: SettingsApi) {
  const api = createApiRouter()
  api.openapi(publicRoute, async (c) => {
    setPublicNoCache(c)
    return c.json(await readPublicSettings(db, smsWay), 200)
  })
  for (const section of SECTION_NAMES) api.route('/', sectionApi(db, section))
  return api
}

function sectionApi(db: Db, section: Section) {
  const path = `/admin/settings/${section}`
  const schema = versionedSectionSchema(section)
  const responses = { 200: jsonResponse('The current value', schema) }
  const readRoute = createRoute({ method: 'get', path, responses })
  const changeRoute = createRoute({
    method: 'put',
    path,
    summary: 'Sets a section; `version` is the one that was edited',
    request: { body: jsonBody(schema) },
    responses,
  })
  const api = createApiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...readRoute, middleware }, async (c) => {
    setNoStore(c)
    return c.json(await readVersionedSection(db, section), 200)
  })
  api.openapi({ ...changeRoute, middleware }, async (c) => {
    const typed = c.req.valid('json')
    setNoStore(c)
    return c.json(await changeSection(db, section, { ...typed, by: c.var.user }), 200)
  })
  return api
}
