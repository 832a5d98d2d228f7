import { createRoute } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { PublicSettings, type Section, sectionOnDeskSchema } from './settings.contract.ts'
import { SECTION_NAMES } from './settings.rules.ts'
import { changeSection, publicSettings, sectionOnDesk } from './settings.server.ts'

const publicRoute = createRoute({
  method: 'get',
  path: '/settings/public',
  summary: 'What the maker has set, as far as visitors may see it',
  responses: {
    200: { description: 'As it counts now', content: { 'application/json': { schema: PublicSettings } } },
  },
})

/** What every page shows, and the maker's sections of it, each with a shape of its own. */
export function settingsApi({ db }: { db: Db }) {
  const api = apiRouter()
  api.openapi(publicRoute, async (c) => {
    c.header('Cache-Control', 'public, no-cache')
    return c.json(await publicSettings(db), 200)
  })
  for (const section of SECTION_NAMES) api.route('/', sectionApi(db, section))
  return api
}

function sectionApi(db: Db, section: Section) {
  const path = `/admin/settings/${section}`
  const schema = sectionOnDeskSchema(section)
  const content = { 'application/json': { schema } }
  const answer = { 200: { description: 'As it counts now', content } }
  const readRoute = createRoute({ method: 'get', path, responses: answer })
  const changeRoute = createRoute({
    method: 'put',
    path,
    summary: 'Sets a section; `version` is the one that was edited',
    request: { body: { content, required: true } },
    responses: answer,
  })
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...readRoute, middleware }, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await sectionOnDesk(db, section), 200)
  })
  api.openapi({ ...changeRoute, middleware }, async (c) => {
    const typed = c.req.valid('json')
    c.header('Cache-Control', 'private, no-store')
    return c.json(await changeSection(db, section, { ...typed, by: c.var.user }), 200)
  })
  return api
}
