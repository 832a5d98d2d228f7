import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin } from '#src/features/auth/sessions/guards.server.ts'
import { setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import type { OpenApiDocument } from '#src/server/openapi/openapi-types.ts'
import { renderDocsPage } from './docs-page.server.ts'
import { buildOpenApiDocument } from './openapi-document.server.ts'

const OpenApi = z.looseObject({ openapi: z.string() })
const document = { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: OpenApi } } } }
const page = { 200: { description: 'A page', content: { 'text/html': { schema: z.string() } } } }

const publicDocument = createRoute({
  method: 'get',
  path: '/openapi.json',
  summary: 'The calls of the shop, for machines',
  responses: document,
})
const publicPage = createRoute({
  method: 'get',
  path: '/docs',
  summary: 'The calls of the shop, for people',
  responses: page,
})
const adminsDocument = createRoute({
  method: 'get',
  path: '/admin/openapi.json',
  summary: "The maker's calls too, for machines",
  responses: document,
})
const adminsPage = createRoute({
  method: 'get',
  path: '/admin/docs',
  summary: "The maker's calls too, for people",
  responses: page,
})

const AN_HOUR = 'public, max-age=3600'

/**
 * Serves the API documentation. The admin API has a document of its own, for admins only: it would be a map for
 * attackers.
 */
export function openApiRoutes({ api, db, publicUrl }: { api: OpenAPIHono; db: Db; publicUrl: string }) {
  const described = new Map<boolean, OpenApiDocument>()
  // Built at the first request, when all routes are registered.
  const describe = (ofAdmin: boolean) => {
    const known = described.get(ofAdmin) ?? buildOpenApiDocument(api, { publicUrl, ofAdmin })
    described.set(ofAdmin, known)
    return known
  }
  const pages = new Map<boolean, Promise<{ text: string; headers: Headers }>>()
  const drawn = async (ofAdmin: boolean) => {
    const { text, headers } = await (pages.get(ofAdmin) ?? draw(ofAdmin))
    return new Response(text, { headers })
  }
  const draw = (ofAdmin: boolean) => {
    const address = ofAdmin ? '/api/admin/openapi.json' : '/api/openapi.json'
    const cacheControl = ofAdmin ? 'private, no-store' : AN_HOUR
    const page = renderDocsPage(describe(ofAdmin), { address, cacheControl }).then(async (answer) => ({
      text: await answer.text(),
      headers: answer.headers,
    }))
    pages.set(ofAdmin, page)
    page.catch(() => pages.delete(ofAdmin))
    return page
  }
  const forAll: MiddlewareHandler = async (c: Context, next) => {
    c.header('Cache-Control', AN_HOUR)
    await next()
  }
  return createApiRouter()
    .openapi({ ...publicDocument, middleware: forAll }, (c) => c.json({ ...describe(false) }, 200))
    .openapi({ ...publicPage, middleware: forAll }, () => drawn(false))
    .openapi({ ...adminsDocument, middleware: requireAdmin(db) }, (c) => {
      setNoStore(c)
      return c.json({ ...describe(true) }, 200)
    })
    .openapi({ ...adminsPage, middleware: requireAdmin(db) }, () => drawn(true))
}
