import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { MissingCourierKeys } from './delivery-settings.contract.ts'
import { SECTION_NAMES } from './setting-names.ts'
import { PublicSettings, type Section, versionedSectionSchema } from './settings.contract.ts'
import { changeSection, readPublicSettings, type TextModes } from './settings.server.ts'

const publicRoute = defineRoute('get', '/settings/public', {
  ...PUBLIC,
  cache: { tags: ['settings'] },
  whileClosed: true,
  summary: 'Get the public settings',
  ok: ['The current value', PublicSettings],
})

const courierKeysRoute = defineRoute('get', '/admin/courier-keys', {
  ...ADMIN,
  summary: 'List the environment variables that each courier lacks',
  ok: ['Their names', MissingCourierKeys],
})

export const courierKeysApi = (db: Db, missing: MissingCourierKeys) =>
  createApiRouter().openapi(courierKeysRoute(db), (c) => c.json(missing, 200))

export function settingsApi({ db, ...modes }: TextModes & { db: Db }) {
  const api = createApiRouter()
  api.openapi(publicRoute(), async (c) => {
    return c.json(await readPublicSettings(db, modes), 200)
  })
  for (const section of SECTION_NAMES) api.route('/', sectionApi(db, section))
  return api
}

function sectionApi(db: Db, section: Section) {
  const path = `/admin/settings/${section}`
  const schema = versionedSectionSchema(section)
  const ok = ['The current value', schema] as const
  const readRoute = defineRoute('get', path, { ...ADMIN, ok })
  const changeRoute = defineRoute('put', path, {
    ...ADMIN,
    summary: 'Set a section; `version` is the one that was edited',
    json: schema,
    ok,
  })
  const api = createApiRouter()
  api.openapi(readRoute(db), async (c) => {
    return c.json(await readVersionedSection(db, section), 200)
  })
  api.openapi(changeRoute(db), async (c) => {
    const typed = c.req.valid('json')
    return c.json(await changeSection(db, section, { ...typed, by: c.var.user }), 200)
  })
  return api
}
