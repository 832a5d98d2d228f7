import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { renderDocsPage } from './docs-page.server.ts'
import { buildOpenApiDocument } from './openapi-document.server.ts'

const OpenApi = z.looseObject({ openapi: z.string() })
const document = { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: OpenApi } } } }
const page = { 200: { description: 'A page', content: { 'text/html': { schema: z.string() } } } }

const publicDocument = defineRoute('get', '/openapi.json', {
  ...PUBLIC,
  cache: { maxAgeSeconds: 3600 },
  summary: 'Get the OpenAPI document',
  responses: document,
})
const publicPage = defineRoute('get', '/docs', {
  ...PUBLIC,
  cache: { maxAgeSeconds: 3600 },
  summary: 'Show the API reference',
  responses: page,
})
const adminDocument = defineRoute('get', '/admin/openapi.json', {
  ...ADMIN,
  summary: 'Get the OpenAPI document with the admin API',
  responses: document,
})
const adminsPage = defineRoute('get', '/admin/docs', {
  ...ADMIN,
  summary: 'Show the API reference with the admin API',
  responses: page,
})

/** Serves the API documentation. The admin API has its own, for admins only: it would be a map for attackers. */
export function openApiRoutes({ api, db, publicUrl }: { api: OpenAPIHono; db: Db; publicUrl: string }) {
  // Built at the first request, when all routes are registered.
  const describe = once((ofAdmin) => buildOpenApiDocument(api, { publicUrl, ofAdmin }))
  const draw = once(async (ofAdmin) => {
    const address = ofAdmin ? '/api/admin/openapi.json' : '/api/openapi.json'
    const cacheControl = ofAdmin ? 'private, no-store' : 'public, max-age=3600'
    const page = await renderDocsPage(describe(ofAdmin), { address, cacheControl })
    return { text: await page.text(), headers: page.headers }
  })
  const answer = async (ofAdmin: boolean) => {
    const { text, headers } = await draw(ofAdmin)
    return new Response(text, { headers })
  }
  return createApiRouter()
    .openapi(publicDocument(), (c) => c.json({ ...describe(false) }, 200))
    .openapi(publicPage(), () => answer(false))
    .openapi(adminDocument(db), (c) => c.json({ ...describe(true) }, 200))
    .openapi(adminsPage(db), () => answer(true))
}

function once<T>(make: (ofAdmin: boolean) => T): (ofAdmin: boolean) => T {
  const made = new Map<boolean, T>()
  return (ofAdmin) => {
    const known = made.get(ofAdmin) ?? make(ofAdmin)
    made.set(ofAdmin, known)
    return known
  }
}
